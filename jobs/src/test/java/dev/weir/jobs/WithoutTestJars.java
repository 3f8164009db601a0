package dev.weir.jobs;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves out the jars of other modules' tests: {@link DoNotIncludeTests} knows folders alone. */
public final class WithoutTestJars implements ImportOption {

    @Override
    public boolean includes(Location location) {
        return !location.contains("-tests.jar");
    }
}
