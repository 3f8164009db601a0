package dev.weir.jobs.format.registry;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Receives the bytes of an answer, and breaks off an answer that is longer than it may be, which then counts as empty. */
final class BoundedBody implements BodySubscriber<byte[]> {

    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    /**
     * @param most the most bytes of an answer
     */
    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (whole.isDone()) {
                return;
            }
            if (part.remaining() > most - bytes.size()) {
                breakOff();
                return;
            }
            byte[] next = new byte[part.remaining()];
            part.get(next);
            bytes.writeBytes(next);
        }
    }

    private void breakOff() {
        if (subscription != null) {
            subscription.cancel();
        }
        whole.complete(new byte[0]);
    }

    @Override
    public void onError(Throwable problem) {
        whole.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }
}
