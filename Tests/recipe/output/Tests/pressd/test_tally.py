"""The output that counts events."""


def test_the_events_are_counted(pressd):
    done = pressd("--source", "sim:press", "--fast", "--progress", "all", "--set", "tally.enabled=yes")
    assert done.code == 0 and f"pressd: {len(done.out.splitlines())} events" in done.err
    assert "events" not in pressd("--source", "sim:press", "--fast").err
