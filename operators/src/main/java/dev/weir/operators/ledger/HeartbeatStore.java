package dev.weir.operators.ledger;

import java.io.IOException;

/** A place for the text of an owner's heartbeat, which every start of the pipeline can read. */
public interface HeartbeatStore {

    /** Returns the text; an empty text if the store contains none. */
    String read() throws IOException, InterruptedException;

    /**
     * Replaces the text atomically.
     *
     * @param text the new text, not empty
     * @throws IOException if the text cannot be written
     */
    void write(String text) throws IOException, InterruptedException;

    /** Removes the text. */
    void remove() throws IOException, InterruptedException;
}
