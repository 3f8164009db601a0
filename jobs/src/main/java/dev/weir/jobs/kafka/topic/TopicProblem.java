package dev.weir.jobs.kafka.topic;

/** A topic cannot be used by a job. The message is one line that says which topic and what to do. */
public final class TopicProblem extends Exception {

    private static final long serialVersionUID = 1L;

    TopicProblem(String message, Throwable cause) {
        super(message, cause);
    }

    TopicProblem(String message) {
        super(message);
    }
}
