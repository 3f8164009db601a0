package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.move.BlockMove;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A linear model of two classes, trained on the records that a cell keeps.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. What noise is added to moves in l2 by at most {@link
 * #recordSteps} for each record of the unit in the cell, whatever the records are, so a record has the size of its square. Charge: the growth
 * of the size of the unit's records, by {@link dev.weir.accountant.mechanism.BlockGrowth}: m records pay for a move m times as large; over the
 * steps of a running total the growth of the unit's squared sensitivity. The variants prove the bound.
 *
 * <p>State: for each record of an open cell 8 (d + 2) bytes for d features, in the gate until it is sent and in the release operator until the
 * cell closes; never the id of a unit. For each unit and open cell 8 or 16 bytes.
 */
sealed interface Learner extends RecordKeeper permits PerturbedModel, DescentModel, PrefixModel {

    /** The map from records to vectors. */
    LabelledVector records();

    /** The most by which one record moves what noise is added to, in l2 and in its grid steps, from 1 to 2^30. */
    long recordSteps();

    /** The length of the noise in all coefficients or in one step of a descent, in deviations of the noise of the price. */
    double spread();

    @Override
    default int fields() {
        return records().reads();
    }

    @Override
    default int words() {
        return records().length();
    }

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        records().encode(values, from, words, at);
    }

    @Override
    default int coordinates() {
        return records().length();
    }

    @Override
    default void vector(long[] words, int from, long[] vector) {
        System.arraycopy(words, from, vector, 0, vector.length);
    }

    @Override
    default BlockMove move(Norm norm) {
        return new KeptMove(fullSize(norm).longValueExact(), words());
    }

    /** @throws IllegalArgumentException if the noise is not Gaussian */
    @Override
    default BigInteger fullSize(Norm norm) {
        if (norm != Norm.SQUARED_L2) {
            throw new IllegalArgumentException(
                    "learn must go with a budget of Gaussian noise: give it a delta, or a rho");
        }
        return BigInteger.valueOf(recordSteps()).pow(2);
    }

    @Override
    default List<ValueMeasure<?>> measures() {
        return List.of(new LearnMeasure(recordSteps(), spread()));
    }

    @Override
    default List<Expectation> expectations() {
        return List.of(Expectation.none(
                name(),
                "how many predictions are wrong is not known beforehand: it depends on the records; the noise is"));
    }

    /**
     * The accuracy of one number that noise is added to.
     *
     * @param noise the noise of the number
     * @param step the value of one of its grid steps
     * @param more further facts by name
     */
    default List<Accuracy> accuracyOf(AdditiveNoise noise, double step, Map<String, Object> more) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("coordinates", records().dimension());
        facts.put("records", mostRecords());
        facts.putAll(more);
        return accuracy(noise, BigDecimal.valueOf(step), BigDecimal.valueOf(recordSteps()), facts);
    }

    /**
     * Refuses a limit of records that is out of range.
     *
     * @throws IllegalArgumentException if the limit is not 1 to {@link LabelledVector#MOST_RECORDS}, or the weight is not above 0
     */
    static void require(BigDecimal weight, int mostRecords) {
        Block.requirePositive(weight);
        if (mostRecords < 1 || mostRecords > LabelledVector.MOST_RECORDS) {
            throw new IllegalArgumentException(
                    "records must be 1 to " + LabelledVector.MOST_RECORDS + ", was " + mostRecords);
        }
    }
}
