"""Tests of the judge: programs that do what an attack has to find, and some that do not. Run by scripts/attack."""

import signal
import unittest

from run import Failure, Run, Scratch


class Judge(unittest.TestCase):
    def judge(self, command, seconds=5, sent=()):
        with Scratch() as scratch:
            run = Run(["sh", "-c", command], scratch)
            for number in sent:
                run.send(number)
            return run.wait(seconds)

    def assert_fails(self, words, command, **options):
        with self.assertRaisesRegex(Failure, words):
            self.judge(command, **options)

    def test_honest_ends_are_none_of_its_business(self):
        self.assertEqual(self.judge("exit 0"), 0)
        for code in (64, 66, 69, 70):
            self.assertEqual(self.judge(f"echo why >&2; exit {code}"), code)
        self.assertEqual(self.judge("sleep 5", sent=[signal.SIGTERM]), -signal.SIGTERM)

    def test_crashes_are_found(self):
        for name in ("SEGV", "ILL", "TRAP", "ABRT", "BUS"):
            self.assert_fails(f"ended by SIG{name}", f"kill -{name} $$")

    def test_a_signal_nobody_sent_is_found(self):
        self.assert_fails("ended by SIGTERM", "kill -TERM $$")

    def test_a_hang_is_found(self):
        self.assert_fails("did not end within", "sleep 60", seconds=0.5)

    def test_a_program_that_survives_its_signal_is_found(self):
        self.assert_fails("did not end within", "trap '' TERM; sleep 0.1; sleep 60", seconds=1)

    def test_floods_are_found(self):
        self.assert_fails("floods", "while :; do echo flood flood flood >&2; done")

    def test_exit_codes_outside_of_the_contract_are_found(self):
        self.assert_fails("exit code 1", "echo why >&2; exit 1")

    def test_a_failure_without_a_word_is_found(self):
        self.assert_fails("no word why", "exit 69")

    def test_words_of_a_crash_are_found(self):
        self.assert_fails("fatal error", "echo 'Fatal error: x' >&2; exit 70")

    def test_memory_is_bounded(self):
        self.assert_fails("MiB of memory", "python3 -c 'x = bytearray(700 << 20)'")


if __name__ == "__main__":
    unittest.main()
