"""Digests of images: written for what a registry has under a tag, by a registry that runs here."""

import hashlib
import importlib.util
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from services.process.ports import free_port
from tests.deploy.test_manifests import DEPLOY, KUBECTL, documents

REGISTRY = shutil.which("docker-registry")
IMAGES = DEPLOY / "overlays/prod/images/kustomization.yaml"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"

spec = importlib.util.spec_from_file_location("pin", DEPLOY / "pin.py")
assert spec is not None
assert spec.loader is not None
pin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pin)


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[str]:
    """The address of an empty registry."""
    if REGISTRY is None:
        pytest.skip("docker-registry is not here")
    address = f"127.0.0.1:{free_port()}"
    config = {
        "version": 0.1,
        "storage": {"filesystem": {"rootdirectory": str(tmp_path / "images")}},
        "http": {"addr": address},
    }
    (tmp_path / "config.yml").write_text(yaml.safe_dump(config))
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen([REGISTRY, "serve", tmp_path / "config.yml"], stdout=log, stderr=log)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://{address}/v2/")
                break
            except OSError:
                time.sleep(0.05)
        yield address
    finally:
        server.kill()
        server.wait()


def push(registry: str, name: str, tag: str, content: bytes) -> str:
    """Put an image there; the digest of its manifest."""
    digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
    post = urllib.request.Request(f"http://{registry}/v2/{name}/blobs/uploads/", method="POST")
    place = urllib.request.urlopen(post).headers["location"]
    put = urllib.request.Request(f"{place}&digest={digest}", data=content, method="PUT")
    put.add_header("content-type", "application/octet-stream")
    urllib.request.urlopen(put)
    blob = {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest, "size": len(content)}
    manifest = json.dumps({"schemaVersion": 2, "mediaType": MANIFEST, "config": blob, "layers": []}).encode()
    put = urllib.request.Request(f"http://{registry}/v2/{name}/manifests/{tag}", data=manifest, method="PUT")
    put.add_header("content-type", MANIFEST)
    urllib.request.urlopen(put)
    return f"sha256:{hashlib.sha256(manifest).hexdigest()}"


def test_a_digest_is_that_of_what_the_tag_stands_for_now(registry: str) -> None:
    text = f"images:\n  - {{ name: ours, newName: {registry}/ours, newTag: v1 }}\n"
    first = push(registry, "ours", "v1", b"{}")
    pinned = pin.pin(text)
    assert yaml.safe_load(pinned)["images"] == [
        {"name": "ours", "newName": f"{registry}/ours", "newTag": "v1", "digest": first}
    ]
    second = push(registry, "ours", "v1", b'{"os": "linux"}')
    assert second != first
    assert yaml.safe_load(pin.pin(pinned))["images"][0]["digest"] == second


def test_a_tag_that_there_is_not_is_told(registry: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        pin.pin(f"images:\n  - {{ name: ours, newName: {registry}/ours, newTag: v2 }}\n")


@pytest.mark.parametrize(
    ("image", "url"),
    [
        ("valkey/valkey", "https://registry-1.docker.io/v2/valkey/valkey/manifests/1"),
        ("postgres", "https://registry-1.docker.io/v2/library/postgres/manifests/1"),
        ("ghcr.io/westmarch/westmarch", "https://ghcr.io/v2/westmarch/westmarch/manifests/1"),
    ],
)
def test_registries_are_found_by_the_name_of_an_image(image: str, url: str) -> None:
    assert pin.url_of(image, "1") == url


def test_all_images_of_production_are_pinned_in_one_place(tmp_path: Path) -> None:
    """And a digest written there is in every pod, beside the tag."""
    if KUBECTL is None:
        pytest.skip("kubectl is not here")
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    copy = tmp_path / "deploy/overlays/prod/images/kustomization.yaml"
    digest = f"sha256:{'0' * 64}"
    pinned, count = pin.ENTRY.subn(rf"\g<indent>{{ \g<fields>, digest: {digest} }}", IMAGES.read_text())
    assert count == len(yaml.safe_load(IMAGES.read_text())["images"])
    copy.write_text(pinned)
    build = subprocess.run(
        [KUBECTL, "kustomize", tmp_path / "deploy/overlays/prod"], capture_output=True, text=True, check=True
    )
    images = {
        container["image"]
        for one in documents(build.stdout)
        if one["kind"] in ("Deployment", "StatefulSet", "Job")
        for container in one["spec"]["template"]["spec"]["containers"]
    }
    assert len(images) == count
    assert all(image.endswith(f"@{digest}") and ":" in image.partition("@")[0] for image in images)
