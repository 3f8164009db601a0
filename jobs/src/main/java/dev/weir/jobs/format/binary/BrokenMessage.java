package dev.weir.jobs.format.binary;

/** The bytes of a message are not what its schema says. It has no stack trace and no text, because it is thrown for a record at a time. */
public final class BrokenMessage extends Exception {

    private static final long serialVersionUID = 1L;

    private BrokenMessage() {
        super("message is not of its schema", null, false, false);
    }

    /**
     * Throws the exception if a rule does not hold.
     *
     * @param holds whether the bytes keep the rule
     * @throws BrokenMessage if they do not
     */
    public static void unless(boolean holds) throws BrokenMessage {
        if (!holds) {
            throw new BrokenMessage();
        }
    }
}
