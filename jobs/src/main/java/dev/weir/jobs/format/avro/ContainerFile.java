package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;
import dev.weir.jobs.format.binary.RegistryHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a container file of Avro ({@code .avro}) into the messages that a topic would have. The library reads the file and its blocks; where a
 * record of a block ends is known only by a walk over it.
 */
final class ContainerFile implements RecordCutter {

    private final DataFileStream<Object> file;
    private final RegistryHeader header;
    private final int largest;
    private final Step record;
    private final MessageReading block = new MessageReading();
    private long left;

    private ContainerFile(DataFileStream<Object> file, RegistryHeader header, int largest) {
        this.file = file;
        this.header = header;
        this.largest = largest;
        this.record = new StepBuilder().build(file.getSchema(), null);
    }

    /**
     * Opens a file.
     *
     * @param in the file
     * @param schema the schema that its records must have
     * @param header the header of messages
     * @param largest the largest size of a message
     * @throws IllegalArgumentException if it is no container file, or its records have another schema
     */
    static ContainerFile open(InputStream in, Schema schema, RegistryHeader header, int largest) throws IOException {
        DataFileStream<Object> file;
        try {
            file = new DataFileStream<>(in, new GenericDatumReader<>());
        } catch (IOException | AvroRuntimeException e) {
            throw new IllegalArgumentException(
                    "--input: must be a container file of Avro (.avro) for source.format avro, with a codec of null, deflate,"
                            + " snappy or zstandard",
                    e);
        }
        if (!SchemaShape.named(file.getSchema()).equals(SchemaShape.named(schema))) {
            file.close();
            throw new IllegalArgumentException("--input: its records must have the schema of source.schema-file");
        }
        return new ContainerFile(file, header, largest);
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        while (left == 0) {
            if (!open()) {
                return null;
            }
        }
        left--;
        int from = block.in().at();
        try {
            record.take(block);
        } catch (BrokenMessage e) {
            throw new IOException("a block of the container file is broken", e);
        }
        int length = block.in().at() - from;
        return header.before(block.in().bytes(), from, Math.min(length, largest + 1));
    }

    /** Opens the next block; returns false behind the last one. */
    private boolean open() throws IOException {
        try {
            if (!file.hasNext()) {
                return false;
            }
            ByteBuffer bytes = file.nextBlock();
            left = file.getBlockCount();
            block.open(bytes.array(), bytes.arrayOffset() + bytes.position(), new Fields(0));
            return true;
        } catch (NoSuchElementException | AvroRuntimeException e) {
            throw new IOException("a block of the container file cannot be read", e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
