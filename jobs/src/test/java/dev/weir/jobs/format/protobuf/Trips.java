package dev.weir.jobs.format.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Messages with a field of every type, written by the library of Protocol Buffers, and the texts that their fields have. */
final class Trips {

    /** What protoc would make of a file: the numbers of fields leave gaps, and are in no order. */
    private static final String FILE = """
            name: "trips.proto" package: "town" syntax: "proto3"
            dependency: "google/protobuf/timestamp.proto" dependency: "google/protobuf/wrappers.proto"
            message_type { name: "Unrelated" }
            message_type { name: "Trip"
              field { name: "i32" number: 9 type: TYPE_INT32 label: LABEL_OPTIONAL }
              field { name: "i64" number: 1 type: TYPE_INT64 label: LABEL_OPTIONAL }
              field { name: "u32" number: 2 type: TYPE_UINT32 label: LABEL_OPTIONAL }
              field { name: "u64" number: 3 type: TYPE_UINT64 label: LABEL_OPTIONAL }
              field { name: "s32" number: 4 type: TYPE_SINT32 label: LABEL_OPTIONAL }
              field { name: "s64" number: 5 type: TYPE_SINT64 label: LABEL_OPTIONAL }
              field { name: "f32" number: 6 type: TYPE_FIXED32 label: LABEL_OPTIONAL }
              field { name: "f64" number: 7 type: TYPE_FIXED64 label: LABEL_OPTIONAL }
              field { name: "sf32" number: 8 type: TYPE_SFIXED32 label: LABEL_OPTIONAL }
              field { name: "sf64" number: 10 type: TYPE_SFIXED64 label: LABEL_OPTIONAL }
              field { name: "ratio" number: 11 type: TYPE_FLOAT label: LABEL_OPTIONAL }
              field { name: "distance" number: 12 type: TYPE_DOUBLE label: LABEL_OPTIONAL }
              field { name: "paid" number: 13 type: TYPE_BOOL label: LABEL_OPTIONAL }
              field { name: "zone" number: 14 type: TYPE_STRING label: LABEL_OPTIONAL }
              field { name: "kind" number: 15 type: TYPE_ENUM type_name: ".town.Trip.Kind" label: LABEL_OPTIONAL }
              field { name: "at" number: 16 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
              field { name: "tip" number: 17 type: TYPE_MESSAGE type_name: ".google.protobuf.Int64Value" label: LABEL_OPTIONAL }
              field { name: "rider" number: 1000 type: TYPE_MESSAGE type_name: ".town.Trip.Rider" label: LABEL_OPTIONAL }
              field { name: "blob" number: 18 type: TYPE_BYTES label: LABEL_OPTIONAL }
              field { name: "stops" number: 19 type: TYPE_INT32 label: LABEL_REPEATED }
              field { name: "tags" number: 20 type: TYPE_MESSAGE type_name: ".town.Trip.TagsEntry" label: LABEL_REPEATED }
              field { name: "cash" number: 21 type: TYPE_INT32 label: LABEL_OPTIONAL oneof_index: 0 }
              field { name: "card" number: 22 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
              field { name: "maybe" number: 23 type: TYPE_INT32 label: LABEL_OPTIONAL oneof_index: 1 proto3_optional: true }
              oneof_decl { name: "payment" } oneof_decl { name: "_maybe" }
              nested_type { name: "Rider"
                field { name: "id" number: 3 type: TYPE_UINT64 label: LABEL_OPTIONAL }
                field { name: "next" number: 4 type: TYPE_MESSAGE type_name: ".town.Trip.Rider" label: LABEL_OPTIONAL } }
              nested_type { name: "TagsEntry" options { map_entry: true }
                field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                field { name: "value" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL } }
              enum_type { name: "Kind" value { name: "DAY" number: 0 } value { name: "NIGHT" number: 7 } }
            }
            """;

    static final FileDescriptorSet SET = set();

    static final String NAME = "town.Trip";

    static final Descriptor TYPE =
            DescriptorSet.of(SET.toByteArray()).message(NAME).orElseThrow();

    static final List<String> FIELDS = List.of(
            "i32",
            "i64",
            "u32",
            "u64",
            "s32",
            "s64",
            "f32",
            "f64",
            "sf32",
            "sf64",
            "ratio",
            "distance",
            "paid",
            "zone",
            "kind",
            "at",
            "tip",
            "rider.id",
            "rider.next.id",
            "tags.n",
            "tags.m",
            "cash",
            "card",
            "maybe");

    private final SplittableRandom random;
    private final DynamicMessage.Builder message = DynamicMessage.newBuilder(TYPE);
    private final Map<String, String> texts = new TreeMap<>();

    private Trips(long seed) {
        random = new SplittableRandom(seed);
        numbers();
        others();
        skipped();
        nested();
        entries();
    }

    private static FileDescriptorSet set() {
        try {
            FileDescriptorProto file = TextFormat.parse(FILE, FileDescriptorProto.class);
            return FileDescriptorSet.newBuilder()
                    .addFile(TimestampProto.getDescriptor().toProto())
                    .addFile(WrappersProto.getDescriptor().toProto())
                    .addFile(file)
                    .build();
        } catch (TextFormat.ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    static Trips of(long seed) {
        return new Trips(seed);
    }

    Map<String, String> texts() {
        return texts;
    }

    byte[] bytes() {
        return message.build().toByteArray();
    }

    private static FieldDescriptor field(String name) {
        return TYPE.findFieldByName(name);
    }

    private void put(String name, Object value, String text) {
        message.setField(field(name), value);
        texts.put(name, text);
    }

    private int small() {
        return random.nextInt(5) == 0 ? 0 : random.nextInt() >> random.nextInt(32);
    }

    private long large() {
        return random.nextInt(5) == 0 ? 0 : random.nextLong() >> random.nextInt(64);
    }

    private void numbers() {
        for (String name : List.of("i32", "s32", "sf32")) {
            int value = small();
            put(name, value, Integer.toString(value));
        }
        for (String name : List.of("i64", "s64", "sf64")) {
            long value = large();
            put(name, value, Long.toString(value));
        }
        for (String name : List.of("u32", "f32")) {
            int value = small();
            put(name, value, Integer.toUnsignedString(value));
        }
        for (String name : List.of("u64", "f64")) {
            long value = large();
            put(name, value, Long.toUnsignedString(value));
        }
        float ratio = (small() & 0xfff) / 16f;
        put("ratio", ratio, Float.toString(ratio));
        double distance = small() / 16.0;
        put("distance", distance, Double.toString(distance));
    }

    private void others() {
        boolean paid = random.nextBoolean();
        put("paid", paid, Boolean.toString(paid));
        put("zone", "z\u00fc" + random.nextInt(9), "");
        texts.put("zone", message.getField(field("zone")).toString());
        int kind = 7 * random.nextInt(2);
        put("kind", field("kind").getEnumType().findValueByNumber(kind), kind == 0 ? "DAY" : "NIGHT");
        if (random.nextBoolean()) {
            Instant time = Instant.ofEpochSecond(
                    random.nextLong(-4_000_000_000L, 4_000_000_000L), random.nextInt(1000) * 1000L);
            Message at = Timestamp.newBuilder()
                    .setSeconds(time.getEpochSecond())
                    .setNanos(time.getNano())
                    .build();
            put("at", at, time.toString());
        }
        if (random.nextBoolean()) {
            long tip = large();
            Descriptor wrapper = field("tip").getMessageType();
            put(
                    "tip",
                    DynamicMessage.newBuilder(wrapper)
                            .setField(wrapper.findFieldByName("value"), tip)
                            .build(),
                    Long.toString(tip));
        }
    }

    private void skipped() {
        message.setField(field("blob"), ByteString.copyFrom(new byte[random.nextInt(9)]));
        for (int i = random.nextInt(5); i > 0; i--) {
            message.addRepeatedField(field("stops"), small());
        }
    }

    private void nested() {
        if (random.nextInt(3) > 0) {
            Descriptor type = field("rider").getMessageType();
            DynamicMessage.Builder rider = DynamicMessage.newBuilder(type);
            long id = large();
            rider.setField(type.findFieldByName("id"), id);
            texts.put("rider.id", Long.toUnsignedString(id));
            if (random.nextBoolean()) {
                long next = large();
                texts.put("rider.next.id", Long.toUnsignedString(next));
                rider.setField(
                        type.findFieldByName("next"),
                        DynamicMessage.newBuilder(type)
                                .setField(type.findFieldByName("id"), next)
                                .build());
            }
            message.setField(field("rider"), rider.build());
        }
    }

    private void entries() {
        for (String key : List.of("n", "x", "m")) {
            if (random.nextBoolean()) {
                int value = small();
                Descriptor entry = field("tags").getMessageType();
                message.addRepeatedField(
                        field("tags"),
                        DynamicMessage.newBuilder(entry)
                                .setField(entry.findFieldByName("key"), key)
                                .setField(entry.findFieldByName("value"), value)
                                .build());
                if (!key.equals("x")) {
                    texts.put("tags." + key, Integer.toString(value));
                }
            }
        }
        switch (random.nextInt(3)) {
            case 0 -> put("cash", 0, "0");
            case 1 -> put("card", "visa", "visa");
            default -> put("maybe", 0, "0");
        }
    }
}
