package dev.weir.jobs.restart;

import dev.weir.operators.publish.PublishedRow;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeMap;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Which batches a job has published: for each of the last ones an empty file beside the checkpoints, named by the batch's
 * number and a digest of its rows.
 *
 * <p>The file is written before the batch becomes visible. It outlives the checkpoints, which Flink deletes when a job is
 * stopped with a savepoint. The files therefore show when a job starts from state that is older than what was published,
 * and when two jobs have drawn noise for the same windows.
 *
 * @param folder the URI of the folder
 */
public record PublishedMark(String folder) implements Serializable {

    private static final int KEPT = 64;
    private static final int DIGEST_BYTES = 16;
    private static final String NAME = "[0-9]{1,18}-[0-9a-f]{32}";

    /**
     * The mark of the job whose checkpoints are in a folder.
     *
     * @param checkpoints the folder's URI
     */
    public static PublishedMark beside(String checkpoints) {
        return new PublishedMark((checkpoints.endsWith("/") ? checkpoints : checkpoints + "/") + "weir-published");
    }

    /** The number of the last batch that may be visible, 0 if none is. */
    long last() throws IOException {
        TreeMap<Long, Path> known = read();
        return known.isEmpty() ? 0 : known.lastKey();
    }

    /**
     * Notes that a batch may be visible from now on.
     *
     * @param number the batch's number, at least 1
     * @return false if another batch is known to have been published under the number
     */
    boolean set(long number, Collection<PublishedRow> rows) throws IOException {
        TreeMap<Long, Path> known = read();
        String name = number + "-" + digest(rows);
        Path before = known.get(number);
        if (before != null) {
            return before.getName().equals(name);
        }
        write(name);
        for (Path old : known.headMap(number - KEPT, true).values()) {
            delete(old);
        }
        return true;
    }

    private void write(String name) throws IOException {
        try (FSDataOutputStream out = system().create(new Path(folder, name), FileSystem.WriteMode.OVERWRITE)) {
            out.sync();
        }
    }

    /** The files, by the numbers of their batches. */
    private TreeMap<Long, Path> read() throws IOException {
        TreeMap<Long, Path> known = new TreeMap<>();
        for (FileStatus file : files()) {
            String name = file.getPath().getName();
            if (name.matches(NAME)) {
                known.put(Long.valueOf(name.substring(0, name.indexOf('-'))), file.getPath());
            }
        }
        return known;
    }

    private static String digest(Collection<PublishedRow> rows) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (PublishedRow row : rows) {
                digest.update(row.releaseId().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(row.line());
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private FileStatus[] files() throws IOException {
        try {
            FileStatus[] files = system().listStatus(new Path(folder));
            return files == null ? new FileStatus[0] : files;
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }

    private void delete(Path old) {
        try {
            system().delete(old, false);
        } catch (IOException e) {
            // a file too many does no harm
        }
    }

    private FileSystem system() throws IOException {
        return new Path(folder).getFileSystem();
    }
}
