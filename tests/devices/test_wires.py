"""The contract of a wire: the fake bus, the kernel's I2C and luma's SPI deliver the same."""

import ctypes
import errno
import fcntl

import pytest
from smbus2 import smbus2

from companion import boards
from companion.devices.fake_buses import FakeGpio, FakeSpidev, FakeWire
from companion.devices.fake_oled import FakeDisplay, Misuse
from companion.devices.i2c import I2c
from companion.devices.oled import LumaChip, Spi
from companion.devices.windows import COMMAND, MEMORIES
from companion.screens.frames import BLANK
from tests.devices.panels import CHIPS, die, every_other

ADDRESS = 0x3C


class Kernel:
    """The I2C part of ioctl with a display at one address: counts the calls of the system."""

    def __init__(self, display: FakeDisplay) -> None:
        self.display = display
        self.calls: list[list[bytes]] = []
        self.fails_after: int | None = None

    def ioctl(self, _fd, request, argument) -> int:
        if request == smbus2.I2C_FUNCS:
            argument.value = smbus2.I2cFunc.I2C
            return 0
        assert request == smbus2.I2C_RDWR
        assert argument.nmsgs <= 42
        self.calls.append([])
        for number in range(argument.nmsgs):
            self._write(argument.msgs[number], number)
        return 0

    def _write(self, message, number) -> None:
        if message.addr != ADDRESS or number == self.fails_after:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        assert message.flags == 0
        content = ctypes.string_at(message.buf, message.len)
        self.calls[-1].append(content)
        self.display.receive(content)


@pytest.fixture
def bus(tmp_path):
    path = tmp_path / "i2c-1"
    path.touch()
    return str(path)


@pytest.fixture
def kernel(monkeypatch):
    kernel = Kernel(FakeDisplay("ssd1306"))
    monkeypatch.setattr(smbus2, "ioctl", kernel.ioctl)
    return kernel


def i2c(display, kernel, bus):
    kernel.display = display
    return I2c(bus, ADDRESS)


def fake(display, _kernel, _bus):
    return FakeWire(display).connect()


def on_spi(display, _kernel, _bus):
    gpio = FakeGpio()
    return Spi(boards.SPI(0, 0, 24, 25), gpio, FakeSpidev(display, gpio, 24, 25))


WIRES = {"the kernel's I2C": i2c, "the fake bus": fake, "luma's SPI": on_spi}


@pytest.fixture(params=WIRES)
def open_wire(request, kernel, bus):
    return lambda display: WIRES[request.param](display, kernel, bus)


@pytest.mark.parametrize("chip", CHIPS)
def test_a_wire_delivers_all_messages_in_their_order(open_wire, chip):
    display, commands, memory = FakeDisplay(chip), LumaChip(chip), MEMORIES[chip]
    wire = open_wire(display)
    wire.send([COMMAND + commands.start(), *memory.whole(die(3)), COMMAND + commands.power(True)])
    assert display.frame() == die(3)
    wire.send(memory.messages(die(3), every_other()))
    assert display.frame() == every_other()
    wire.close()


def test_a_wire_may_be_closed_twice(open_wire):
    wire = open_wire(FakeDisplay("ssd1306"))
    wire.close()
    wire.close()


@pytest.mark.parametrize("wire", ["the kernel's I2C", "the fake bus"])
@pytest.mark.parametrize("number", [0, 43])
def test_an_i2c_bus_refuses_what_does_not_fit_one_call(kernel, bus, wire, number):
    with pytest.raises(ValueError, match=f"1 to 42 messages, not {number}"):
        WIRES[wire](FakeDisplay("ssd1306"), kernel, bus).send([b"\x00\xe3"] * number)


def test_forty_two_messages_are_one_call_of_the_kernel(kernel, bus):
    I2c(bus, ADDRESS).send([b"\x00\xa4"] * 42)
    assert kernel.calls == [[b"\x00\xa4"] * 42]


@pytest.mark.parametrize("wire", ["the kernel's I2C", "the fake bus"])
def test_what_came_before_a_failing_message_has_arrived(kernel, bus, wire):
    display = FakeDisplay("sh1106")
    opened = WIRES[wire](display, kernel, bus)
    kernel.fails_after = 1
    if isinstance(opened, FakeWire):
        opened.fail(1)
    with pytest.raises(OSError, match=f"Errno {errno.EREMOTEIO}"):
        opened.send([b"\x00\x81\x11", b"\x00\x81\x22", b"\x00\x81\x33"])
    assert display.contrast == 0x11


def test_another_address_does_not_answer(kernel, bus):
    with pytest.raises(OSError, match="Remote"):
        I2c(bus, 0x3D).send([b"\x00\xaf"])


def test_a_bus_that_is_no_i2c_bus_is_an_error(bus):
    with pytest.raises(OSError, match=f"Errno {errno.ENOTTY}"):
        I2c(bus, ADDRESS)


def test_a_missing_bus_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        I2c(str(tmp_path / "i2c-7"), ADDRESS)


def test_the_kernel_stands_where_smbus2_calls_it():
    assert smbus2.ioctl is fcntl.ioctl


def test_the_fake_bus_refuses_to_be_used_closed_or_opened_twice():
    wire = FakeWire(FakeDisplay("ssd1306"))
    with pytest.raises(Misuse):
        wire.send([b"\x00\xaf"])
    wire.connect()
    with pytest.raises(Misuse):
        wire.connect()


def test_the_fake_pins_refuse_inputs_and_pins_that_are_not_set_up():
    gpio = FakeGpio()
    with pytest.raises(Misuse):
        gpio.setup(24, 1)
    with pytest.raises(Misuse):
        gpio.output(24, 1)


def test_the_fake_spi_refuses_a_display_in_its_reset_and_writes_to_a_closed_bus():
    gpio = FakeGpio()
    spidev = FakeSpidev(FakeDisplay("sh1106"), gpio, 24, 25)
    with pytest.raises(Misuse):
        spidev.open(0, 0)
    with pytest.raises(Misuse):
        spidev.writebytes([0xAF])
    gpio.setup(25, FakeGpio.OUT)
    gpio.output(25, FakeGpio.HIGH)
    spidev.open(0, 0)
    for values in ([], [0] * 4097):
        with pytest.raises(Misuse):
            spidev.writebytes(values)


@pytest.fixture(params=CHIPS)
def lit(request):
    """A display that was started and shows nothing."""
    display, chip = FakeDisplay(request.param), LumaChip(request.param)
    for message in (COMMAND + chip.start(), *MEMORIES[request.param].whole(BLANK), COMMAND + chip.power(True)):
        display.receive(message)
    return display


@pytest.mark.parametrize(
    "message",
    ["", "00", "40", "80af", "af", "00e5", "0081", "002100", "00217f00", "002100ff", "00220108", "00a601a3"],
)
def test_the_fake_display_refuses_what_is_no_whole_command(lit, message):
    with pytest.raises(Misuse):
        lit.receive(bytes.fromhex(message))


def test_the_fake_display_refuses_more_bytes_than_its_window_has(lit):
    if lit.pages_only:
        lit.commands(bytes((0xB2, 0x0F, 0x17)))
        lit.data(bytes(5))
    else:
        lit.commands(bytes((0x21, 3, 7, 0x22, 2, 2)))
        lit.data(bytes(5))
    with pytest.raises(Misuse):
        lit.data(b"\x01")


def test_the_fake_display_refuses_the_other_chips_addressing(lit):
    with pytest.raises(Misuse):
        lit.commands(b"\x21\x00\x7f" if lit.pages_only else b"\xb0")


@pytest.mark.parametrize("setting", ["d303", "a83e", "41", "a0", "c0"])
def test_the_fake_display_refuses_to_show_a_shifted_or_mirrored_picture(lit, setting):
    lit.commands(bytes.fromhex(setting))
    with pytest.raises(Misuse):
        lit.frame()


def test_the_fake_display_turns_the_picture_with_both_its_directions(lit):
    commands = b"\xb0\x02\x10" if lit.pages_only else b"\x21\x00\x7f\x22\x00\x07"
    lit.commands(commands)
    lit.data(b"\x01")
    assert lit.frame() == b"\x01" + BLANK[1:]
    lit.commands(b"\xa0\xc0")
    assert lit.frame() == BLANK[:-1] + b"\x80"


def test_the_fake_display_shows_columns_2_to_129_of_an_sh1106():
    display, chip = FakeDisplay("sh1106"), LumaChip("sh1106")
    display.commands(chip.start() + b"\xb0\x00\x10")
    display.data(bytes((9, 9, *range(1, 129), 9, 9)))
    display.commands(chip.power(True))
    assert display.frame()[:128] == bytes(range(1, 129))


def test_the_fake_display_shows_nothing_without_light_or_charge_pump():
    display, chip = FakeDisplay("ssd1306"), LumaChip("ssd1306")
    display.commands(chip.power(True))
    assert display.frame() == BLANK
    display.commands(chip.start())
    assert display.frame() == BLANK
    display.commands(chip.power(True))
    assert set(display.frame()) == {0xA5}
    display.power_on()
    assert display.frame() == BLANK
