"""As much of a shell as Ctrl-Z needs: runs a program in the foreground, sees it stop, puts it there again."""

import os
import signal
import subprocess
import sys


def say(word: str) -> None:
    sys.stderr.write(f"{word}\n")
    sys.stderr.flush()


def stopped(process: subprocess.Popen[bytes]) -> bool:
    return os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])


if __name__ == "__main__":
    os.close(os.open(os.ttyname(0), os.O_RDWR))  # makes it the controlling terminal
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = subprocess.Popen([sys.executable, *sys.argv[1:]], process_group=0)
    os.tcsetpgrp(0, job.pid)
    if not stopped(job):
        sys.exit("the program ended instead of stopping")
    os.tcsetpgrp(0, os.getpid())
    say("stopped")
    sys.stdin.readline()
    os.tcsetpgrp(0, job.pid)
    os.killpg(job.pid, signal.SIGCONT)
    say("continued")
    job.wait()
    os.tcsetpgrp(0, os.getpid())
    sys.exit(job.returncode)
