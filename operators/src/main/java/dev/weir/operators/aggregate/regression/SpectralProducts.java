package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.learn.spectrum.SymmetricNoise;
import dev.weir.accountant.mechanism.AdditiveNoise;
import java.util.List;
import java.util.Map;

/** Second moments of features alone, of which spectra or correlations are released. */
sealed interface SpectralProducts extends Products permits Pca, Correlations {

    /**
     * Checks that there is no label.
     *
     * @throws IllegalArgumentException if there is one
     */
    static void requireNoLabel(RecordVector records) {
        if (records.label() != null) {
            throw new IllegalArgumentException("label must not be given: there is nothing to explain");
        }
    }

    /** The bound of the spectral norm of the noise, for features that are scaled, shortened and divided by the radius. */
    @Override
    default Map<String, Object> facts(AdditiveNoise noise) {
        SymmetricNoise all = new SymmetricNoise(noise.times(HALF).stddev(), words());
        return Map.of("spectral-error95", all.norm95() / (RecordVector.STEPS * RecordVector.STEPS));
    }

    /** The names of the features that are read. */
    default List<String> readNames() {
        return records().features().stream()
                .filter(Feature::isRead)
                .map(Feature::name)
                .toList();
    }
}
