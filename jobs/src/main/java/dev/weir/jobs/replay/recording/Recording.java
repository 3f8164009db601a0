package dev.weir.jobs.replay.recording;

import java.io.IOException;
import java.nio.file.Path;

/** Records that can be read again and again, in the same order each time. */
public interface Recording {

    /** Takes the records of a recording one by one. */
    @FunctionalInterface
    interface LineTaker {

        /**
         * Receives one record; returns whether to go on with the next record.
         *
         * @param line the bytes of the record, without the end of its line
         */
        boolean take(byte[] line) throws IOException, InterruptedException;
    }

    /** The path of the file that the records come from. */
    Path path();

    /**
     * Passes on the records in order, all of them or until the receiver returns false. A line that names the columns is not
     * passed on.
     *
     * @param taker receives the records
     * @throws IOException if the recording cannot be read, or the receiver fails
     * @throws InterruptedException if the receiver is interrupted
     */
    void forEach(LineTaker taker) throws IOException, InterruptedException;
}
