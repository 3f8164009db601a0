package dev.weir.jobs;

import java.net.URI;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;

/** A store of the scheme {@code closed} whose client fails like those of plugins: with its own class of exception. */
public final class ClosedStore implements FileSystemFactory {

    /** A part of the exception's message. */
    static final String SECRET = "the-key-of-the-store";

    @Override
    public String getScheme() {
        return "closed";
    }

    @Override
    public FileSystem create(URI address) {
        throw new IllegalArgumentException(SECRET + " is not allowed to read");
    }
}
