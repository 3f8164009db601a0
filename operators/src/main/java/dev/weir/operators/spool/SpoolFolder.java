package dev.weir.operators.spool;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A folder with one file for each batch, named by the batch's number, and, once the input has ended, a file that names
 * the last batch. A file appears as a whole or not at all, because it is written under another name first.
 *
 * <p>The folder lies beside the checkpoints and is as durable as they are. Everything in it may be published.
 *
 * @param place the folder's URI
 */
record SpoolFolder(String place) implements Serializable {

    private static final String END = "end";
    private static final String PART = ".part";
    private static final String BEGINNING = "from-";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** Writes a batch, unless the folder has it already. In that case its bytes are the same. */
    void write(long number, Collection<PublishedRow> rows) throws IOException {
        PublishedRowSerializer serializer = new PublishedRowSerializer();
        write(Long.toString(number), out -> {
            out.writeInt(rows.size());
            for (PublishedRow row : rows) {
                serializer.serialize(row, out);
            }
        });
    }

    /** Notes that no batch before number {@code next} will be written here any more. */
    void begin(long next) throws IOException {
        write(BEGINNING + next, out -> {});
    }

    /** Notes that no batch will follow number {@code last}. */
    void end(long last) throws IOException {
        write(END, out -> out.writeLong(last));
    }

    private void write(String name, Content content) throws IOException {
        FileSystem files = files();
        if (files.exists(file(name))) {
            return;
        }
        Path part = file(name + PART);
        write(files, part, content);
        if (!files.rename(part, file(name))) {
            throw new IOException("cannot rename " + part);
        }
    }

    private static void write(FileSystem files, Path file, Content content) throws IOException {
        try (FSDataOutputStream stream = files.create(file, FileSystem.WriteMode.OVERWRITE)) {
            content.write(new DataOutputViewStreamWrapper(stream));
            stream.sync();
        }
    }

    /** Reads the rows of a batch; null if the folder does not have the batch. */
    @Nullable List<PublishedRow> read(long number) throws IOException {
        Path file = file(Long.toString(number));
        if (!files().exists(file)) {
            return null;
        }
        try (FSDataInputStream stream = files().open(file);
                DataInputViewStreamWrapper in = new DataInputViewStreamWrapper(stream)) {
            return rows(in);
        }
    }

    private static List<PublishedRow> rows(DataInputViewStreamWrapper in) throws IOException {
        PublishedRowSerializer serializer = new PublishedRowSerializer();
        List<PublishedRow> rows = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            rows.add(serializer.deserialize(in));
        }
        return rows;
    }

    /** Whether the folder states that batch number {@code last} is the last one. */
    boolean endsWith(long last) throws IOException {
        return files().exists(file(END)) && last() == last;
    }

    private long last() throws IOException {
        try (FSDataInputStream stream = files().open(file(END));
                DataInputViewStreamWrapper in = new DataInputViewStreamWrapper(stream)) {
            return in.readLong();
        }
    }

    /**
     * The number up to which no batch will be written to this folder any more. Batches are written in the order of
     * their numbers, and the file that names the last batch is written after them.
     */
    long reached() throws IOException {
        long reached = 0;
        for (String name : names()) {
            reached = Math.max(reached, reached(name));
        }
        return reached;
    }

    /**
     * The number up to which no batch will be written any more, according to one file; 0 if the file states no such
     * number.
     */
    private long reached(String name) throws IOException {
        if (NUMBER.matcher(name).matches()) {
            return Long.parseLong(name);
        }
        if (name.startsWith(BEGINNING)) {
            return Long.parseLong(name.substring(BEGINNING.length())) - 1;
        }
        return name.equals(END) ? last() : 0;
    }

    private List<String> names() throws IOException {
        try {
            FileStatus @Nullable [] files = files().listStatus(new Path(place));
            return files == null
                    ? List.of()
                    : Arrays.stream(files)
                            .map(file -> file.getPath().getName())
                            .filter(name -> !name.endsWith(PART))
                            .toList();
        } catch (FileNotFoundException e) {
            return List.of(); // nothing has been written yet
        }
    }

    /**
     * Deletes a batch if the folder has it. A batch that cannot be deleted stays, which is harmless because its rows
     * are public.
     */
    void delete(long number) {
        delete(file(Long.toString(number)));
    }

    /** Deletes the folder, as far as it can be deleted. */
    void delete() {
        delete(new Path(place));
    }

    private void delete(Path path) {
        try {
            files().delete(path, true);
        } catch (IOException e) {
            // A file that cannot be deleted is no reason to restart the job.
        }
    }

    private Path file(String name) {
        return new Path(place, name);
    }

    private FileSystem files() throws IOException {
        return new Path(place).getFileSystem();
    }

    private interface Content {
        void write(DataOutputViewStreamWrapper out) throws IOException;
    }
}
