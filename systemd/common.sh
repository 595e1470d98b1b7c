# What install and uninstall share: where things go under $DESTDIR, and how they are said. Sourced, not run.

DESTDIR=${DESTDIR:-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
venv=$DESTDIR/opt/companion
config=$DESTDIR/etc/companion/config.toml
state=$DESTDIR/var/lib/companion
link=$DESTDIR/usr/local/bin/companion

# Each file of this folder that the system reads, and its place.
placed() {
    echo "companion.service $DESTDIR/etc/systemd/system/companion.service"
    echo "sysusers.conf $DESTDIR/etc/sysusers.d/companion.conf"
    echo "modules.conf $DESTDIR/etc/modules-load.d/companion.conf"
    echo "hub.rules $DESTDIR/etc/udev/rules.d/60-companion-hub.rules"
}

say() {
    echo "$*"
}

die() {
    echo "$*" >&2
    exit 1
}

# Whether the machine itself is meant, not a tree for tests or images.
live() {
    [ -z "$DESTDIR" ]
}

need_root() {
    if live && [ "$(id -u)" != 0 ]; then
        die "This changes the system: run it as root, with \`sudo make $1\`."
    fi
}
