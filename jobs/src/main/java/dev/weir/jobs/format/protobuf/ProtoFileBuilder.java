package dev.weir.jobs.format.protobuf;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.squareup.wire.schema.Field;
import com.squareup.wire.schema.internal.parser.EnumConstantElement;
import com.squareup.wire.schema.internal.parser.EnumElement;
import com.squareup.wire.schema.internal.parser.FieldElement;
import com.squareup.wire.schema.internal.parser.MessageElement;
import com.squareup.wire.schema.internal.parser.OneOfElement;
import com.squareup.wire.schema.internal.parser.ProtoFileElement;
import com.squareup.wire.schema.internal.parser.TypeElement;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes of a parsed {@code .proto} file what {@code protoc} would make of it, as far as messages are read by it: no options, services and extensions. Names
 * of types stay as they are written, for the library of Protocol Buffers finds what they name.
 *
 * <p>The types that stand for the entries of maps come behind all other types of their message, so that the indexes in the headers of messages count the
 * types that are written, as Confluent's deserializer for Java counts them. Where the text itself has such a type, with the option {@code map_entry}, as
 * serializers write it that register the schema of compiled classes, it is counted where it stands.
 */
final class ProtoFileBuilder {

    /** The types of fields that are neither messages nor enums, by their names in texts. */
    private static final Map<String, FieldDescriptorProto.Type> SCALARS = Stream.of(FieldDescriptorProto.Type.values())
            .filter(type -> type != FieldDescriptorProto.Type.TYPE_MESSAGE
                    && type != FieldDescriptorProto.Type.TYPE_ENUM
                    && type != FieldDescriptorProto.Type.TYPE_GROUP)
            .collect(Collectors.toMap(
                    type -> type.name().substring("TYPE_".length()).toLowerCase(Locale.ROOT), type -> type));

    private static final String PROTO3 = "proto3";
    private static final String MAP = "map<";

    private final boolean isProto3;

    private ProtoFileBuilder(boolean isProto3) {
        this.isProto3 = isProto3;
    }

    /**
     * Makes a file.
     *
     * @param name its name
     * @param file what was parsed
     * @throws IllegalArgumentException if it has what is not read: another syntax than proto2 and proto3, a group, or an entry of a map without a key or value
     */
    static FileDescriptorProto build(String name, ProtoFileElement file) {
        String syntax = file.getSyntax() == null ? "proto2" : file.getSyntax().toString();
        require(syntax.equals("proto2") || syntax.equals(PROTO3));
        ProtoFileBuilder builder = new ProtoFileBuilder(syntax.equals(PROTO3));
        FileDescriptorProto.Builder made = FileDescriptorProto.newBuilder()
                .setName(name)
                .setSyntax(syntax)
                .setPackage(Objects.requireNonNullElse(file.getPackageName(), ""));
        made.addAllDependency(file.getImports());
        for (String each : file.getPublicImports()) {
            made.addPublicDependency(made.getDependencyCount()).addDependency(each);
        }
        for (TypeElement type : file.getTypes()) {
            if (type instanceof MessageElement message) {
                made.addMessageType(builder.message(message));
            } else if (type instanceof EnumElement symbols) {
                made.addEnumType(symbols(symbols));
            }
        }
        return made.build();
    }

    private static void require(boolean isRead) {
        if (!isRead) {
            throw new IllegalArgumentException(
                    "a schema must be of proto2 or proto3, without groups, and entries of maps must have a key and a value");
        }
    }

    private DescriptorProto message(MessageElement message) {
        require(message.getGroups().isEmpty());
        DescriptorProto.Builder made = DescriptorProto.newBuilder().setName(message.getName());
        for (TypeElement type : message.getNestedTypes()) {
            if (type instanceof MessageElement nested) {
                made.addNestedType(isEntry(nested) ? writtenEntry(message(nested)) : message(nested));
            } else if (type instanceof EnumElement symbols) {
                made.addEnumType(symbols(symbols));
            }
        }
        for (OneOfElement group : message.getOneOfs()) {
            require(group.getGroups().isEmpty());
            int index = made.getOneofDeclCount();
            made.addOneofDeclBuilder().setName(group.getName());
            group.getFields().forEach(field -> made.addField(field(field).setOneofIndex(index)));
        }
        message.getFields().forEach(field -> add(field, made));
        return made.build();
    }

    /** Adds a field. One that is {@code optional} in proto3 has a {@code oneof} of its own, as {@code protoc} makes it. */
    private void add(FieldElement field, DescriptorProto.Builder made) {
        if (field.getType().startsWith(MAP)) {
            made.addNestedType(entry(field));
            made.addField(field(field).setLabel(Label.LABEL_REPEATED).setTypeName(nameOfEntry(field)));
        } else if (isProto3 && field.getLabel() == Field.Label.OPTIONAL) {
            int index = made.getOneofDeclCount();
            made.addOneofDeclBuilder().setName("_" + field.getName());
            made.addField(field(field).setProto3Optional(true).setOneofIndex(index));
        } else {
            made.addField(field(field));
        }
    }

    private static FieldDescriptorProto.Builder field(FieldElement field) {
        FieldDescriptorProto.Builder made = typed(field.getName(), field.getTag(), field.getType());
        if (field.getLabel() == Field.Label.REPEATED) {
            made.setLabel(Label.LABEL_REPEATED);
        } else if (field.getLabel() == Field.Label.REQUIRED) {
            made.setLabel(Label.LABEL_REQUIRED);
        }
        String value = field.getDefaultValue();
        return value == null ? made : made.setDefaultValue(value);
    }

    /** A field of a type whose name is not that of a scalar has the name alone: what it names is known when the file is linked. */
    private static FieldDescriptorProto.Builder typed(String name, int number, String type) {
        FieldDescriptorProto.Builder made = FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setLabel(Label.LABEL_OPTIONAL);
        FieldDescriptorProto.Type scalar = SCALARS.get(type);
        return scalar == null ? made.setTypeName(type) : made.setType(scalar);
    }

    private static boolean isEntry(MessageElement type) {
        return type.getOptions().stream()
                .anyMatch(option -> option.getName().equals("map_entry")
                        && option.getValue().toString().equals("true"));
    }

    private static DescriptorProto writtenEntry(DescriptorProto type) {
        require(type.getFieldCount() == 2 && type.getField(0).getNumber() == 1);
        require(type.getField(1).getNumber() == 2);
        require(type.getFieldList().stream().allMatch(field -> field.getLabel() == Label.LABEL_OPTIONAL));
        DescriptorProto.Builder made = type.toBuilder();
        made.getOptionsBuilder().setMapEntry(true);
        return made.build();
    }

    private static DescriptorProto entry(FieldElement map) {
        String[] types = map.getType()
                .substring(MAP.length(), map.getType().length() - 1)
                .split(",", 2);
        DescriptorProto.Builder made = DescriptorProto.newBuilder()
                .setName(nameOfEntry(map))
                .addField(typed("key", 1, types[0].trim()))
                .addField(typed("value", 2, types[1].trim()));
        made.getOptionsBuilder().setMapEntry(true);
        return made.build();
    }

    /** The name that {@code protoc} gives to the type of entries: {@code FareByTownEntry} for {@code fare_by_town}. */
    private static String nameOfEntry(FieldElement map) {
        return Stream.of(map.getName().split("_", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
                .collect(Collectors.joining("", "", "Entry"));
    }

    private static EnumDescriptorProto symbols(EnumElement symbols) {
        EnumDescriptorProto.Builder made = EnumDescriptorProto.newBuilder().setName(symbols.getName());
        made.getOptionsBuilder().setAllowAlias(true);
        for (EnumConstantElement each : symbols.getConstants()) {
            made.addValueBuilder().setName(each.getName()).setNumber(each.getTag());
        }
        return made.build();
    }
}
