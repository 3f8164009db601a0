package dev.weir.jobs.failure;

/** Ends a command with an exit code and one line that says what to do. */
public final class CommandFailure extends RuntimeException {

    /** The exit code if the start guard refused. */
    public static final int REFUSED = 3;
    /** The exit code if the command line or a file is wrong. Nothing was started. */
    public static final int WRONG = 2;
    /** The exit code of every other failure. */
    public static final int FAILED = 1;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Creates a failure.
     *
     * @param exitCode {@link #REFUSED}, {@link #WRONG} or {@link #FAILED}
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
