package dev.weir.operators.testing;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;

/** A store that holds up whoever writes to it, until it is let go. */
public final class HeldStore implements NewStateOnly {

    private final CheckpointStreamFactory store;
    private final Where where;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int held;
    private boolean free;

    /** The point at which a snapshot of tables is blocked. */
    public enum Where {
        /** Before the first table is read. */
        OPENING,
        /** After the first table has been read and before the others are. */
        WRITING
    }

    /**
     * @param store receives the bytes after the release
     */
    public HeldStore(CheckpointStreamFactory store, Where where) {
        this.store = store;
        this.where = where;
    }

    /** Waits until this many streams are blocked. */
    public void awaitHeld(int streams) throws InterruptedException {
        lock.lock();
        try {
            while (held < streams) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Releases all writers, now and in future. */
    public void letGo() {
        lock.lock();
        try {
            free = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pass(Where at, Held stream) throws IOException {
        lock.lock();
        try {
            held += !free && at == where ? 1 : 0;
            changed.signalAll();
            while (!free && at == where && !stream.closed) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            lock.unlock();
        }
        if (stream.closed) {
            throw new IOException("the stream is closed");
        }
    }

    @Override
    public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope)
            throws IOException {
        Held stream = new Held(store.createCheckpointStateOutputStream(scope));
        pass(Where.OPENING, stream);
        return stream;
    }

    private final class Held extends CheckpointStateOutputStream {

        private final CheckpointStateOutputStream out;
        private volatile boolean closed;

        private Held(CheckpointStateOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            pass(Where.WRITING, this);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            pass(Where.WRITING, this);
            out.write(bytes, from, length);
        }

        @Override
        public long getPos() throws IOException {
            return out.getPos();
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        @Override
        public StreamStateHandle closeAndGetHandle() throws IOException {
            return out.closeAndGetHandle();
        }

        @Override
        public void close() throws IOException {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            out.close();
        }
    }
}
