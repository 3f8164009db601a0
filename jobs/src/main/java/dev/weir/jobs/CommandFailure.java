package dev.weir.jobs;

/** Ends a command with an exit code and one line that says what to do. */
final class CommandFailure extends RuntimeException {

    /** The start guard refused. */
    static final int REFUSED = 3;
    /** The command line or a file is wrong; nothing was started. */
    static final int WRONG = 2;
    /** The exit code of every other failure. */
    static final int FAILED = 1;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * A failure.
     *
     * @param exitCode one of the constants above
     * @param line what is wrong and what to do
     */
    CommandFailure(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
