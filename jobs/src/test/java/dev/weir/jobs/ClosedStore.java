package dev.weir.jobs;

import java.net.URI;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;

/** A store of the scheme {@code closed} whose client fails as those of plugins do: with an exception of its own. */
public final class ClosedStore implements FileSystemFactory {

    /** A part of what it says. */
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
