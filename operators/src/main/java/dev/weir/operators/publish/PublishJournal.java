package dev.weir.operators.publish;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.operators.state.FlatSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * The content of a checkpoint about a pipeline's chain, apart from the rows of its pending batches.
 *
 * @param chain the state's position in the pipeline's chain of batches, and the pending batches
 * @param scheduleFrom the start of the schedule that the state's releases follow, epoch milliseconds. A job that is
 *     built again has a later start but continues with the schedule of its state, so this is the earliest of all starts
 */
record PublishJournal(JournalState chain, long scheduleFrom) {

    /**
     * Writes the journal as the format, the schedule's start, the reach (the end of the last window with a row in the
     * chain), the tip before the pending batches, whether there is an anchor, the anchor if there is one, the number of
     * pending batches, then every pending batch as its tip, its number of rows and its span.
     */
    static final class Serializer extends FlatSerializer<PublishJournal> {

        private static final long serialVersionUID = 1L;
        private static final byte FORMAT = 1;

        @Override
        public PublishJournal createInstance() {
            return new PublishJournal(JournalState.empty("", ""), 0);
        }

        @Override
        public void serialize(PublishJournal journal, DataOutputView target) throws IOException {
            JournalState chain = journal.chain();
            target.writeByte(FORMAT);
            target.writeLong(journal.scheduleFrom());
            target.writeLong(chain.reach());
            target.write(bytes(chain.base()));
            writeAnchor(chain.anchor(), target);
            target.writeInt(chain.pending().size());
            for (Pending pending : chain.pending()) {
                target.write(bytes(pending.batch()));
            }
        }

        @Override
        public PublishJournal deserialize(DataInputView source) throws IOException {
            byte format = source.readByte();
            if (format != FORMAT) {
                throw new IOException("format of a journal must be " + FORMAT + ", was " + format);
            }
            long scheduleFrom = source.readLong();
            long reach = source.readLong();
            ChainTip base = ChainTip.read(read(ChainTip.BYTES, source));
            ChainTip anchor = source.readBoolean() ? ChainTip.read(read(ChainTip.BYTES, source)) : null;
            return new PublishJournal(new JournalState(base, readPending(source), anchor, reach), scheduleFrom);
        }

        private static void writeAnchor(@Nullable ChainTip anchor, DataOutputView target) throws IOException {
            target.writeBoolean(anchor != null);
            if (anchor != null) {
                target.write(bytes(anchor));
            }
        }

        private static List<Pending> readPending(DataInputView source) throws IOException {
            List<Pending> pending = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                pending.add(new Pending(Batch.read(read(Batch.BYTES, source)), 0));
            }
            return pending;
        }

        /** The canonical bytes of a value. Their number is the same for all values of a type. */
        private static byte[] bytes(CanonicalWriter.Fields value) {
            return new CanonicalWriter().fields(value).bytes();
        }

        private static CanonicalReader read(int bytes, DataInputView source) throws IOException {
            byte[] read = new byte[bytes];
            source.readFully(read);
            return new CanonicalReader(read);
        }

        @Override
        public TypeSerializerSnapshot<PublishJournal> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** The description of the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PublishJournal> {
        /** The constructor that Flink calls. */
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
