package dev.weir.jobs.output;

import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The exact rows of a replay, in files of a private folder. They are written to no topic and no ledger. Flink's file
 * sink gives a file its final name when the checkpoint that holds its rows has completed. When the job has ended, every
 * row is therefore in exactly one file with a final name, however often the job was killed.
 */
public final class ExactRows {

    private static final String NAMED = "part-*";

    private final Path folder;

    /**
     * Creates the folder of the files, without rows.
     *
     * @param folder the folder, which only its owner may read
     * @throws IOException if the folder cannot be created
     */
    public ExactRows(Path folder) throws IOException {
        this.folder = PrivateFolder.at(folder).path();
    }

    /** Returns the sink that writes rows into the files. */
    public Sink<PublishedRow> sink() {
        return FileSink.forRowFormat(new org.apache.flink.core.fs.Path(folder.toUri()), new RowEncoder())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build();
    }

    /**
     * Reads the rows of all completed checkpoints, in no particular order.
     *
     * @param reader receives the rows
     * @throws IOException if the rows cannot be read
     */
    public void read(Consumer<PublishedRow> reader) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMED)) {
            for (Path file : files) {
                read(file, reader);
            }
        }
    }

    private static void read(Path file, Consumer<PublishedRow> reader) throws IOException {
        PublishedRowSerializer serializer = new PublishedRowSerializer();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            DataInputViewStreamWrapper view = new DataInputViewStreamWrapper(in);
            while (in.available() > 0) {
                reader.accept(serializer.deserialize(view));
            }
        }
    }

    /**
     * Writes all rows into one file, one line each, ordered by window end, query and key.
     *
     * @param file the file, which is replaced
     * @return the number of rows
     * @throws IllegalStateException if a release has two exact rows
     */
    public long write(Path file) throws IOException {
        List<PublishedRow> rows = new ArrayList<>();
        Set<String> releases = new HashSet<>();
        read(row -> {
            if (!releases.add(row.releaseId())) {
                throw new IllegalStateException(
                        "release " + row.releaseId() + " has two exact rows: please report this");
            }
            rows.add(row);
        });
        rows.sort(PublishedRow.PUBLIC_ORDER);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (PublishedRow row : rows) {
                out.write(row.line());
                out.write('\n');
            }
        }
        return rows.size();
    }

    /** Writes a row in one call, because the stream of Flink's file has no buffer. */
    private static final class RowEncoder implements Encoder<PublishedRow> {

        private static final long serialVersionUID = 1L;
        private static final int USUAL_BYTES = 256;

        private transient @Nullable DataOutputSerializer buffer;

        @Override
        public void encode(PublishedRow row, OutputStream file) throws IOException {
            DataOutputSerializer bytes = buffer == null ? new DataOutputSerializer(USUAL_BYTES) : buffer;
            buffer = bytes;
            bytes.clear();
            new PublishedRowSerializer().serialize(row, bytes);
            file.write(bytes.getSharedBuffer(), 0, bytes.length());
        }
    }
}
