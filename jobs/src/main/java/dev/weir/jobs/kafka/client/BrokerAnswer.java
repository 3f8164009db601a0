package dev.weir.jobs.kafka.client;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/**
 * Waits for the brokers' answer to a question about a topic or about rights, during a start or a reading of the ledger.
 */
public final class BrokerAnswer {

    private static final int WAIT_SECONDS = 20;

    private BrokerAnswer() {}

    /**
     * Waits for an answer.
     *
     * @param asked the question
     * @param <T> the answer
     * @throws ExecutionException if the answer is a failure
     * @throws TimeoutException if there is none within 20 seconds
     */
    public static <T> T of(KafkaFuture<T> asked) throws ExecutionException, TimeoutException, InterruptedException {
        return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
}
