package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.jspecify.annotations.Nullable;

/** Turns the content of a line into Flink's values. Numbers keep all their digits: what a type cannot hold is refused, never rounded. */
final class LineValues {

    private LineValues() {}

    /**
     * Returns the value of a column.
     *
     * @param node the content of the line
     * @param type the column's type
     * @throws IllegalArgumentException if the content is of another type, or is missing where the type is NOT NULL
     * @throws ArithmeticException if a number has more digits than the type
     */
    static @Nullable Object of(JsonNode node, LogicalType type) {
        if (node.isMissingNode() || node.isNull()) {
            require(type.isNullable());
            return null;
        }
        return switch (type.getTypeRoot()) {
            case VARCHAR -> StringData.fromString(node.isTextual() ? node.textValue() : node.toString());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> time(node);
            case BOOLEAN -> truth(node);
            case BIGINT -> number(node).longValueExact();
            case DOUBLE -> number(node).doubleValue();
            case DECIMAL -> decimal(number(node), (DecimalType) type);
            case ARRAY -> array(node, ((ArrayType) type).getElementType());
            case MAP -> map(node, ((MapType) type).getValueType());
            default -> throw new IllegalArgumentException("no column of a release has this type");
        };
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("content of another type");
        }
    }

    private static boolean truth(JsonNode node) {
        require(node.isBoolean());
        return node.booleanValue();
    }

    private static TimestampData time(JsonNode node) {
        require(node.isTextual());
        try {
            return TimestampData.fromInstant(Instant.parse(node.textValue()));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no time");
        }
    }

    private static BigDecimal number(JsonNode node) {
        require(node.isNumber());
        return node.decimalValue();
    }

    private static DecimalData decimal(BigDecimal number, DecimalType type) {
        BigDecimal scaled = number.setScale(type.getScale(), RoundingMode.UNNECESSARY);
        DecimalData data = DecimalData.fromBigDecimal(scaled, type.getPrecision(), type.getScale());
        require(data != null);
        return data;
    }

    private static GenericArrayData array(JsonNode node, LogicalType element) {
        require(node.isArray());
        Object[] elements = new Object[node.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = of(node.get(i), element);
        }
        return new GenericArrayData(elements);
    }

    private static GenericMapData map(JsonNode node, LogicalType value) {
        require(node.isObject());
        Map<Object, @Nullable Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            values.put(StringData.fromString(field.getKey()), of(field.getValue(), value));
        }
        return new GenericMapData(values);
    }
}
