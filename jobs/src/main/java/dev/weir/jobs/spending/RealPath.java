package dev.weir.jobs.spending;

import java.io.IOException;
import java.nio.file.Path;

/** Resolves symbolic links in the path of a folder, so that every path to a folder becomes the same path. */
final class RealPath {

    private RealPath() {}

    /** Returns the path without links. If the path does not exist or cannot be resolved, returns it as an absolute path. */
    static Path of(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
