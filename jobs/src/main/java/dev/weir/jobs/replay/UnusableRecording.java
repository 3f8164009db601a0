package dev.weir.jobs.replay;

import java.io.IOException;

/** A recording of which nothing can be replayed. The message says in one line what to do; it names no value. */
public final class UnusableRecording extends IOException {

    private static final long serialVersionUID = 1L;

    UnusableRecording(String line) {
        super(line);
    }
}
