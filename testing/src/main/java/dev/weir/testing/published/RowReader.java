package dev.weir.testing.published;

/** Reads a published line as whoever sees it would, and tells every number in it. */
@FunctionalInterface
public interface RowReader {

    /**
     * Reads a line.
     *
     * @param line the bytes that readers see
     * @param numbers takes each number with its name; a text is the number 1 under the text's own name
     */
    void read(byte[] line, Numbers numbers);

    /** Takes numbers by their names. */
    @FunctionalInterface
    interface Numbers {

        /**
         * Takes a number.
         *
         * @param name the number's name, distinct within the row
         * @param value the number
         */
        void take(String name, double value);
    }
}
