package dev.weir.jobs.replay.recording;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads the content of a gzip file. The message about a damaged file contains the file's name. */
final class Unzipped extends FilterInputStream {

    private final Path path;

    private Unzipped(InputStream plain, Path path) {
        super(plain);
        this.path = path;
    }

    static InputStream of(InputStream zipped, Path path, int buffer) throws IOException {
        try {
            return new BufferedInputStream(new Unzipped(new GZIPInputStream(zipped, buffer), path), buffer);
        } catch (EOFException | ZipException e) {
            throw damaged(path);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (EOFException | ZipException e) {
            throw damaged(path);
        }
    }

    private static UnusableRecording damaged(Path path) {
        return new UnusableRecording(path + " is in gzip and damaged, or cut short: copy it anew (gzip -t tells)");
    }
}
