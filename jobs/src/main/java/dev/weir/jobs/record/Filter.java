package dev.weir.jobs.record;

import dev.weir.jobs.config.Condition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One condition of a query, ready to be asked. UTF-8 bytes, unsigned, are ordered as their code points are. */
final class Filter {

    private final int slot;
    private final Condition.Comparison comparison;
    private final @Nullable BigDecimal number;
    private final byte[] text;

    Filter(Condition condition, int slot) {
        this.slot = slot;
        this.comparison = condition.comparison();
        this.number = condition.number();
        String literal = condition.text();
        this.text = literal == null ? new byte[0] : literal.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the record passes; a field that is missing or of another type does not. */
    boolean passes(Fields fields) {
        if (!fields.isText(slot)) {
            return false;
        }
        byte[] bytes = fields.bytes(slot);
        int from = fields.from(slot);
        int to = fields.to(slot);
        if (number == null) {
            return comparison.holds(Arrays.compareUnsigned(bytes, from, to, text, 0, text.length));
        }
        BigDecimal value = Decimals.parse(bytes, from, to);
        return value != null && comparison.holds(value.compareTo(number));
    }
}
