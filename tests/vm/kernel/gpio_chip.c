// SPDX-License-Identifier: GPL-2.0
/*
 * A GPIO chip for tests: the 54 lines of a Pi 4, and the contacts that people press.
 *
 * The level of a line, strongest first: what a program drives, a closed contact, the pull
 * resistor that a program asked for, the pull that the chip has at reset.
 *
 * For the test's side, in debugfs:
 *
 *	pi_gpio/contact	write "LINE low", "LINE high" or "LINE open": a contact to ground
 *			or to 3.3 V is closed, or opened
 *	pi_gpio/levels	read a character, 0 or 1, for each line
 */
#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irq_sim.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#define LINES		54
#define HEADER_LINES	28	/* the ones that have names */
#define LAST_UP_AT_RESET 8	/* lines 0 to 8 are pulled up at reset, the others down */

enum contact { CONTACT_LOW, CONTACT_HIGH, CONTACT_OPEN };
static const char *const contact_words[] = { "low", "high", "open" };

struct line {
	bool is_output;
	bool driven;
	bool pulled_up;
	enum contact contact;
	bool level;		/* what follows from the above */
};

static struct line lines[LINES];
static DEFINE_SPINLOCK(lock);
static struct irq_domain *interrupts;
static struct dentry *folder;
static char line_names[HEADER_LINES][8];
static const char *names[LINES];

static bool level_of(const struct line *line)
{
	if (line->is_output)
		return line->driven;
	if (line->contact != CONTACT_OPEN)
		return line->contact == CONTACT_HIGH;
	return line->pulled_up;
}

static void raise_edge(unsigned int offset, bool rising)
{
	unsigned int irq = irq_find_mapping(interrupts, offset);
	u32 edge = rising ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;

	if (irq && (irq_get_trigger_type(irq) & edge))
		irq_set_irqchip_state(irq, IRQCHIP_STATE_PENDING, true);
}

/* Work out the level anew; an input that changed interrupts who asked for it. */
static void settle(unsigned int offset)
{
	struct line *line = &lines[offset];
	bool before = line->level;

	line->level = level_of(line);
	if (line->level != before && !line->is_output)
		raise_edge(offset, line->level);
}

static int get_direction(struct gpio_chip *chip, unsigned int offset)
{
	return READ_ONCE(lines[offset].is_output) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int direction_input(struct gpio_chip *chip, unsigned int offset)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	lines[offset].is_output = false;
	settle(offset);
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static int direction_output(struct gpio_chip *chip, unsigned int offset, int value)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	lines[offset].is_output = true;
	lines[offset].driven = value;
	settle(offset);
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static int get_level(struct gpio_chip *chip, unsigned int offset)
{
	return READ_ONCE(lines[offset].level);
}

static void set_level(struct gpio_chip *chip, unsigned int offset, int value)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	lines[offset].driven = value;
	settle(offset);
	spin_unlock_irqrestore(&lock, flags);
}

static bool up_at_reset(unsigned int offset)
{
	return offset <= LAST_UP_AT_RESET;
}

/* A line that nothing pulls floats on a real chip; here it reads as at reset. */
static int set_config(struct gpio_chip *chip, unsigned int offset, unsigned long config)
{
	unsigned long flags;
	bool up;

	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		up = true;
		break;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		up = false;
		break;
	case PIN_CONFIG_BIAS_DISABLE:
		up = up_at_reset(offset);
		break;
	default:
		return -ENOTSUPP;
	}
	spin_lock_irqsave(&lock, flags);
	lines[offset].pulled_up = up;
	settle(offset);
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static int to_irq(struct gpio_chip *chip, unsigned int offset)
{
	return irq_create_mapping(interrupts, offset);
}

static struct gpio_chip chip = {
	.label = "pinctrl-bcm2711",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.names = names,
	.get_direction = get_direction,
	.direction_input = direction_input,
	.direction_output = direction_output,
	.get = get_level,
	.set = set_level,
	.set_config = set_config,
	.to_irq = to_irq,
};

static ssize_t contact_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	char text[32], word[8];
	unsigned int offset;
	unsigned long flags;
	int contact;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;
	text[count] = '\0';
	if (sscanf(text, "%u %7s", &offset, word) != 2 || offset >= LINES)
		return -EINVAL;
	contact = match_string(contact_words, ARRAY_SIZE(contact_words), word);
	if (contact < 0)
		return contact;
	spin_lock_irqsave(&lock, flags);
	lines[offset].contact = contact;
	settle(offset);
	spin_unlock_irqrestore(&lock, flags);
	return count;
}

static const struct file_operations contact_file = {
	.owner = THIS_MODULE,
	.write = contact_write,
};

static ssize_t levels_read(struct file *file, char __user *to, size_t count, loff_t *at)
{
	char text[LINES];
	int i;

	for (i = 0; i < LINES; i++)
		text[i] = READ_ONCE(lines[i].level) ? '1' : '0';
	return simple_read_from_buffer(to, count, at, text, sizeof(text));
}

static const struct file_operations levels_file = {
	.owner = THIS_MODULE,
	.read = levels_read,
};

static void reset_lines(void)
{
	unsigned int i;

	for (i = 0; i < LINES; i++) {
		lines[i].contact = CONTACT_OPEN;
		lines[i].pulled_up = up_at_reset(i);
		lines[i].level = level_of(&lines[i]);
	}
	for (i = 0; i < HEADER_LINES; i++) {
		snprintf(line_names[i], sizeof(line_names[i]), "GPIO%u", i);
		names[i] = line_names[i];
	}
	names[0] = "ID_SDA";
	names[1] = "ID_SCL";
}

static int __init gpio_init(void)
{
	int error;

	reset_lines();
	interrupts = irq_domain_create_sim(NULL, LINES);
	if (IS_ERR(interrupts))
		return PTR_ERR(interrupts);
	error = gpiochip_add_data(&chip, NULL);
	if (error) {
		irq_domain_remove_sim(interrupts);
		return error;
	}
	folder = debugfs_create_dir("pi_gpio", NULL);
	debugfs_create_file("contact", 0200, folder, NULL, &contact_file);
	debugfs_create_file("levels", 0400, folder, NULL, &levels_file);
	return 0;
}

static void __exit gpio_exit(void)
{
	debugfs_remove_recursive(folder);
	gpiochip_remove(&chip);
	irq_domain_remove_sim(interrupts);
}

module_init(gpio_init);
module_exit(gpio_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("the GPIO lines of a Pi 4, with contacts that a test closes and opens");
