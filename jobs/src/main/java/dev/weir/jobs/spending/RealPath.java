package dev.weir.jobs.spending;

import java.io.IOException;
import java.nio.file.Path;

/** A folder as the file system names it, so that two ways to it through symbolic links are the same path. */
final class RealPath {

    private RealPath() {}

    /** The path without links; where there is nothing yet, the absolute path. */
    static Path of(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
