package dev.sennit.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeededFilesTest {
    private final NeededFiles files = new NeededFiles();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_versions/18446744073709551614.manifest",
                "_versions/latest_version_hint.json",
                "_refs/tags/sennit-created.json",
                "_checksums/1",
                "tree/branch/data/x.lance",
                "note.txt",
                "data",
                "_other/x"
            })
    void whatNoWriteAdds_stays(String path) {
        assertThat(files.mustStay(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data/x.lance",
                "data/.tmpAbc",
                "_deletions/1-2-3.bin",
                "_indices/4c0e/page_data.lance",
                "_transactions/1-4c0e.txn",
                "_checksums/d12345",
                "_versions/d12345.manifest",
                "_versions/d12345.manifest#1",
                "_versions/18446744073709551613.manifest#1",
                "_versions/.tmp_d12345.manifest"
            })
    void whatWritesAdd_mayGo_ifNoVersionNeedsIt(String path) {
        assertThat(files.mustStay(path)).isFalse();
    }

    @Test
    void manifests_areToldFromOtherFiles() {
        assertThat(NeededFiles.isManifest("_versions/d1.manifest")).isTrue();
        assertThat(NeededFiles.isManifest("data/x.lance")).isFalse();
    }
}
