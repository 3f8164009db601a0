package dev.weir.jobs.output;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * How far a job has published: a file beside its checkpoints, named by the number of the last batch. It is written before
 * the batch becomes visible and outlives the checkpoints, which Flink deletes when a job is stopped with a savepoint; so
 * a start from state that is older than what was published can be told, and refused.
 *
 * @param folder the URI of the folder
 */
public record PublishedMark(String folder) implements Serializable {

    /** The mark beside the checkpoints of a folder. */
    public static PublishedMark beside(String checkpoints) {
        return new PublishedMark((checkpoints.endsWith("/") ? checkpoints : checkpoints + "/") + "weir-published");
    }

    /** The number of the last batch that may be visible, 0 if none is. */
    long last() throws IOException {
        long last = 0;
        for (FileStatus file : files()) {
            String name = file.getPath().getName();
            last = Math.max(last, name.matches("[0-9]{1,18}") ? Long.parseLong(name) : 0);
        }
        return last;
    }

    /** Batch {@code number} may be visible from now on. */
    void set(long number) throws IOException {
        if (number <= last()) {
            return;
        }
        Path mark = new Path(folder, Long.toString(number));
        try (FSDataOutputStream out = system().create(mark, FileSystem.WriteMode.OVERWRITE)) {
            out.sync();
        }
        for (FileStatus file : files()) {
            if (!file.getPath().getName().equals(mark.getName())) {
                system().delete(file.getPath(), false);
            }
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

    private FileSystem system() throws IOException {
        return new Path(folder).getFileSystem();
    }
}
