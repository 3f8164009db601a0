package dev.weir.jobs.format.binary;

import dev.weir.jobs.format.Fields;

/** The message that is being read: where the reader stands, and where the texts of fields go. For use by one thread. */
public final class MessageReading {

    private final Cursor cursor = new Cursor();
    private final ScalarTexts texts = new ScalarTexts();

    /**
     * Starts a message.
     *
     * @param bytes the message
     * @param from the index of the first byte to read
     * @param fields receives the texts of fields
     */
    public void open(byte[] bytes, int from, Fields fields) {
        cursor.open(bytes, from);
        texts.open(fields);
    }

    /** Where the reader stands. */
    public Cursor in() {
        return cursor;
    }

    /** Receives the values of fields. */
    public ScalarTexts texts() {
        return texts;
    }

    /** Receives what is not a text. */
    public Fields fields() {
        return texts.fields();
    }
}
