package dev.weir.jobs.replay.recording;

import java.io.IOException;

/** The failure of a replay whose recording cannot be used. The message says in one line what to do, and contains no value. */
public final class UnusableRecording extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param line says what to do, and contains no value */
    public UnusableRecording(String line) {
        super(line);
    }
}
