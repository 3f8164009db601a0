package dev.weir.jobs.kafka.topic;

/**
 * The failure of a start because of a topic that a job cannot use. The message is one line that names the topic and the
 * remedy.
 */
public final class TopicProblem extends Exception {

    private static final long serialVersionUID = 1L;

    TopicProblem(String message, Throwable cause) {
        super(message, cause);
    }

    TopicProblem(String message) {
        super(message);
    }
}
