// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/device-tree as far as programs look at it to recognise a Pi 4.
 *
 * A kernel's own files and not something mounted there: a unit with ProtectProc= sees a
 * fresh /proc, without what was mounted into the old one.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

#define FOLDER "device-tree"

static const char model[] = "Raspberry Pi 4 Model B Rev 1.4";	/* its NUL is part of it */
static const u8 revision[] = { 0x00, 0xc0, 0x31, 0x14 };		/* big endian: 4B, 1.4, 4 GB */

static int show_model(struct seq_file *file, void *unused)
{
	return seq_write(file, model, sizeof(model));
}

static int show_revision(struct seq_file *file, void *unused)
{
	return seq_write(file, revision, sizeof(revision));
}

static int __init identity_init(void)
{
	struct proc_dir_entry *tree = proc_mkdir(FOLDER, NULL);
	struct proc_dir_entry *system;

	if (!tree)
		return -ENOMEM;
	system = proc_mkdir("system", tree);
	if (system && proc_create_single("model", 0444, tree, show_model) &&
	    proc_create_single("linux,revision", 0444, system, show_revision))
		return 0;
	remove_proc_subtree(FOLDER, NULL);
	return -ENOMEM;
}

static void __exit identity_exit(void)
{
	remove_proc_subtree(FOLDER, NULL);
}

module_init(identity_init);
module_exit(identity_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a machine pass for a Raspberry Pi 4");
