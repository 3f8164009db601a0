package dev.weir.operators.spool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The progress of reading a spool: the state of its source. It is public.
 *
 * @param folders the folders that are searched for batches, oldest first
 * @param oldest the number of the oldest batch that may not have been deleted yet
 * @param last the number of the last batch whose rows have been emitted, 0 before the first
 * @param ended whether no batch follows batch {@code last}
 */
record SpoolProgress(List<SpoolFolder> folders, long oldest, long last, boolean ended) implements SourceSplit {

    SpoolProgress {
        folders = List.copyOf(folders);
    }

    /** The progress before anything has been read. */
    static SpoolProgress start(SpoolFolder folder) {
        return new SpoolProgress(List.of(folder), 1, 0, false);
    }

    /** This progress with one more folder at the end, unless the folder is in it already. */
    SpoolProgress withFolder(SpoolFolder folder) {
        if (folders.contains(folder)) {
            return this;
        }
        List<SpoolFolder> more = new ArrayList<>(folders);
        more.add(folder);
        return new SpoolProgress(more, oldest, last, ended);
    }

    /** The progress after one more batch has been emitted. */
    SpoolProgress next() {
        return new SpoolProgress(folders, oldest, last + 1, ended);
    }

    /** The progress after the last batch has been emitted. */
    SpoolProgress end() {
        return new SpoolProgress(folders, oldest, last, true);
    }

    /**
     * Deletes the batches that were emitted before a completed checkpoint, or the folders if every batch was, and
     * returns the progress in which these batches count as deleted.
     *
     * @param held the progress that the checkpoint contains
     */
    SpoolProgress deleting(SpoolProgress held) {
        for (SpoolFolder folder : held.folders) {
            if (held.ended) {
                folder.delete();
            }
            for (long number = oldest; number <= held.last && !held.ended; number++) {
                folder.delete(number);
            }
        }
        return new SpoolProgress(folders, Math.max(oldest, held.last + 1), last, ended);
    }

    @Override
    public String splitId() {
        return "spool";
    }

    /** Writes a progress field by field. */
    static final class Serializer implements SimpleVersionedSerializer<SpoolProgress> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(SpoolProgress progress) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(256);
            out.writeLong(progress.oldest);
            out.writeLong(progress.last);
            out.writeBoolean(progress.ended);
            out.writeInt(progress.folders.size());
            for (SpoolFolder folder : progress.folders) {
                out.writeUTF(folder.place());
            }
            return out.getCopyOfBuffer();
        }

        @Override
        public SpoolProgress deserialize(int version, byte[] serialized) throws IOException {
            DataInputDeserializer in = new DataInputDeserializer(serialized);
            long oldest = in.readLong();
            long last = in.readLong();
            boolean ended = in.readBoolean();
            List<SpoolFolder> folders = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                folders.add(new SpoolFolder(in.readUTF()));
            }
            return new SpoolProgress(folders, oldest, last, ended);
        }
    }
}
