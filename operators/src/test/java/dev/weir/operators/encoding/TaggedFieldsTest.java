package dev.weir.operators.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TaggedFieldsTest {

    @Test
    void a_field_is_its_tag_its_length_and_its_bytes() {
        assertThat(HexFormat.of()
                        .formatHex(new TaggedFields().put(1, "é").put(7, 258).bytes()))
                .isEqualTo("00000001" + "00000002" + "c3a9" + "00000007" + "00000008" + "0000000000000102");
    }

    @Test
    void what_is_put_where_cannot_be_mistaken() {
        assertThat(new TaggedFields().put(1, "ab").put(1, "c").bytes())
                .isNotEqualTo(new TaggedFields().put(1, "a").put(1, "bc").bytes());
        assertThat(new TaggedFields().put(1, "a").put(2, "").bytes())
                .isNotEqualTo(new TaggedFields().put(1, "").put(2, "a").bytes());
        assertThat(new TaggedFields().put(1, new TaggedFields().put(1, 1)).bytes())
                .isNotEqualTo(new TaggedFields().put(1, 1).bytes());
    }

    @Test
    void equal_decimals_are_one_value() {
        assertThat(new TaggedFields().put(1, new BigDecimal("10.0")).bytes())
                .isEqualTo(new TaggedFields().put(1, new BigDecimal("1E+1")).bytes());
    }

    @Test
    void tags_come_in_order() {
        TaggedFields fields = new TaggedFields().put(2, 1);
        assertThatThrownBy(() -> fields.put(1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TaggedFields().put(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
