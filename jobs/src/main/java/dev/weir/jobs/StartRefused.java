package dev.weir.jobs;

import java.util.Optional;

/** Finds out whether a job ended because an operator refused to go on with the state it was given. */
final class StartRefused {

    private static final String STATE_LOST = "STATE_LOST";

    private StartRefused() {}

    /** The rule that was broken, in one line, if a failure is a refusal. */
    static Optional<String> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            int at = message.indexOf(STATE_LOST);
            if (at >= 0) {
                return message.substring(at).lines().findFirst();
            }
        }
        return Optional.empty();
    }
}
