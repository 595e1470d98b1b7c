// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus for tests, with one device that listens and says nothing.
 *
 * Every message is kept for the test's side, which reads it once from debugfs
 * (pi_i2c/messages). One record, little endian:
 *
 *	u64 monotonic time in ns
 *	u8  7-bit address
 *	u8  flags: 1 a read, 2 not acknowledged
 *	u16 length, then that many bytes; 0 when not acknowledged
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/vmalloc.h>

#define ROOM		(16 << 20)	/* bytes of messages that nobody has read yet */
#define BITS_PER_BYTE_ON_WIRE 9		/* with its acknowledgement */

enum { FLAG_READ = 1, FLAG_NAK = 2 };

static ushort address = 0x3c;
module_param(address, ushort, 0444);
MODULE_PARM_DESC(address, "7-bit address of the device");

static int fail;
module_param(fail, int, 0644);
MODULE_PARM_DESC(fail, "errno of every transfer: 121 nobody answers, 110 the bus is stuck; 0 all is well");

static uint khz = 100;
module_param(khz, uint, 0644);
MODULE_PARM_DESC(khz, "clock of the bus, as slow as transfers then are; 0 takes no time");

static ulong lost;
module_param(lost, ulong, 0444);
MODULE_PARM_DESC(lost, "messages there was no room for");

static struct kfifo messages;
static void *room;
static DEFINE_MUTEX(lock);	/* of messages and lost */
static struct dentry *folder;

static void keep(const struct i2c_msg *msg, bool acknowledged)
{
	u16 length = acknowledged ? msg->len : 0;
	struct {
		__le64 ns;
		u8 address;
		u8 flags;
		__le16 length;
	} __packed record = {
		.ns = cpu_to_le64(ktime_get_ns()),
		.address = msg->addr,
		.flags = (msg->flags & I2C_M_RD ? FLAG_READ : 0) | (acknowledged ? 0 : FLAG_NAK),
		.length = cpu_to_le16(length),
	};

	mutex_lock(&lock);
	if (kfifo_avail(&messages) >= sizeof(record) + length) {
		kfifo_in(&messages, (u8 *)&record, sizeof(record));
		kfifo_in(&messages, msg->buf, length);
	} else {
		lost++;
	}
	mutex_unlock(&lock);
}

static void take_the_time_of(const struct i2c_msg *msg)
{
	uint clock = READ_ONCE(khz);
	ulong us;

	if (!clock)
		return;
	us = BITS_PER_BYTE_ON_WIRE * (msg->len + 1) * 1000ul / clock;
	usleep_range(us, us + 50);
}

static int error_of(const struct i2c_msg *msg)
{
	int wanted = READ_ONCE(fail);

	if (wanted)
		return wanted;
	return msg->addr == address ? 0 : EREMOTEIO;	/* as the Pi's own driver says it */
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *msgs, int count)
{
	int i, error;

	for (i = 0; i < count; i++) {
		error = error_of(&msgs[i]);
		if (error == ETIMEDOUT)
			msleep(jiffies_to_msecs(adapter->timeout));
		if (!error) {
			if (msgs[i].flags & I2C_M_RD)
				memset(msgs[i].buf, 0, msgs[i].len);
			take_the_time_of(&msgs[i]);
		}
		keep(&msgs[i], !error);
		if (error)
			return -error;
	}
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter bus = {
	.owner = THIS_MODULE,
	.name = "bcm2835 (i2c@7e804000)",
	.algo = &algorithm,
	.nr = 1,
};

static ssize_t messages_read(struct file *file, char __user *to, size_t count, loff_t *at)
{
	unsigned int copied = 0;
	int error;

	mutex_lock(&lock);
	error = kfifo_to_user(&messages, to, count, &copied);
	mutex_unlock(&lock);
	return error ? error : copied;
}

static const struct file_operations messages_file = {
	.owner = THIS_MODULE,
	.read = messages_read,
};

static int __init bus_init(void)
{
	int error;

	room = vzalloc(ROOM);
	if (!room)
		return -ENOMEM;
	kfifo_init(&messages, room, ROOM);
	error = i2c_add_numbered_adapter(&bus);
	if (error) {
		vfree(room);
		return error;
	}
	folder = debugfs_create_dir("pi_i2c", NULL);
	debugfs_create_file("messages", 0400, folder, NULL, &messages_file);
	return 0;
}

static void __exit bus_exit(void)
{
	debugfs_remove_recursive(folder);
	i2c_del_adapter(&bus);
	vfree(room);
}

module_init(bus_init);
module_exit(bus_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("an I2C bus that keeps what is written to it");
