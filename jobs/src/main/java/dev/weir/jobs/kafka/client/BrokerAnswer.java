package dev.weir.jobs.kafka.client;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for the brokers' answer to a question about a topic or about rights. Used while a job starts or reads the ledger. */
public final class BrokerAnswer {

    private static final int WAIT_SECONDS = 20;

    private BrokerAnswer() {}

    /**
     * Waits up to 20 seconds for an answer.
     *
     * @param asked the pending answer
     * @param <T> the type of the answer
     * @throws ExecutionException if the brokers answer with a failure
     * @throws TimeoutException if no answer comes within 20 seconds
     */
    public static <T> T of(KafkaFuture<T> asked) throws ExecutionException, TimeoutException, InterruptedException {
        return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
}
