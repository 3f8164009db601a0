package dev.weir.jobs.failure;

/** Ends a command with an exit code and one line that says what to do. */
public final class CommandFailure extends RuntimeException {

    /** The start guard refused. */
    public static final int REFUSED = 3;
    /** The command line or a file is wrong; nothing was started. */
    public static final int WRONG = 2;
    /** The exit code of every other failure. */
    public static final int FAILED = 1;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * A failure.
     *
     * @param exitCode one of the constants above
     * @param line what is wrong and what to do
     */
    public CommandFailure(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** The exit code of the command. */
    public int exitCode() {
        return exitCode;
    }
}
