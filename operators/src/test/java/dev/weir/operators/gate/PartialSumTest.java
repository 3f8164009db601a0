package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PartialSumTest {

    private static int length(long[] amounts) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new PartialSum.Serializer().serialize(new PartialSum(1, 2, 3, 4, amounts), out);
        PartialSum read = new PartialSum.Serializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
        assertThat(read.amounts()).isEqualTo(amounts);
        assertThat(read.windowEnd()).isEqualTo(4);
        return out.length();
    }

    @Test
    void of_many_amounts_only_those_that_are_not_zero_travel() throws IOException {
        long[] tree = new long[1024];
        tree[7] = -5;
        tree[1023] = Long.MAX_VALUE;
        assertThat(length(tree)).isLessThan(60);
        assertThat(length(new long[1024])).isLessThan(40);
        assertThat(length(new long[] {1, 0, -3})).isEqualTo(20 + 4 + 24);
    }
}
