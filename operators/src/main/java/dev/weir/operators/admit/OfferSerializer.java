package dev.weir.operators.admit;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes offers on their way to the gate, field by field, and reads them into the same object again and again. */
public final class OfferSerializer extends FlatSerializer<Offer> {

    /** The type, for Flink. */
    public static final FlatType<Offer> TYPE = new FlatType<>(Offer.class, new OfferSerializer());

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Offer createInstance() {
        return new Offer();
    }

    @Override
    public Offer copy(Offer from) {
        return copy(from, new Offer());
    }

    @Override
    public Offer copy(Offer from, Offer reuse) {
        reuse.copyFrom(from);
        return reuse;
    }

    @Override
    public void serialize(Offer offer, DataOutputView target) throws IOException {
        target.writeInt(offer.idLength());
        target.writeLong(offer.idHigh());
        target.writeLong(offer.idLow());
        target.write(offer.longId());
        target.writeLong(offer.time());
        target.writeInt(offer.length());
        for (int i = 0; i < offer.length(); i++) {
            target.writeLong(offer.word(i));
        }
    }

    @Override
    public Offer deserialize(DataInputView source) throws IOException {
        return deserialize(new Offer(), source);
    }

    @Override
    public Offer deserialize(Offer reuse, DataInputView source) throws IOException {
        int length = source.readInt();
        long high = source.readLong();
        long low = source.readLong();
        reuse.id(length, high, low, length > Offer.PACKED_BYTES ? bytes(length, source) : Offer.NO_BYTES);
        reuse.time(source.readLong());
        int words = source.readInt();
        reuse.resize(0);
        reuse.resize(words);
        for (int i = 0; i < words; i++) {
            reuse.set(i, source.readLong());
        }
        return reuse;
    }

    private static byte[] bytes(int length, DataInputView source) throws IOException {
        byte[] bytes = new byte[length];
        source.readFully(bytes);
        return bytes;
    }

    @Override
    public TypeSerializerSnapshot<Offer> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a checkpoint remembers of the serializer. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Offer> {
        /** For Flink. */
        public Snapshot() {
            super(OfferSerializer::new);
        }
    }
}
