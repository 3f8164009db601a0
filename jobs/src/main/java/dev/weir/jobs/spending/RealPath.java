package dev.weir.jobs.spending;

import java.io.IOException;
import java.nio.file.Path;

/** Resolves symbolic links in the path of a folder, so that every path to a folder becomes the same path. */
final class RealPath {

    private RealPath() {}

    /** Returns the path without links. If nothing exists there yet, returns the absolute path. */
    static Path of(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
