"""Writes beside each image tag of a kustomization the digest that the tag stands for now: `python deploy/pin.py FILE`.

Whoever owns a tag may move it; a digest is one image for ever. Registries are asked over HTTPS, as anybody may ask; one
on this machine without."""

import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

DOCKER_HUB = "registry-1.docker.io"
MANIFESTS = ", ".join(
    (
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    )
)
"""What a tag may stand for: an index of images by platform, or one image."""
ENTRY = re.compile(r"^(?P<indent> *- )\{ (?P<fields>name: .*) \}$", re.MULTILINE)
SECONDS = 30


def url_of(image: str, tag: str) -> str:
    """Where the registry of an image tells of a tag."""
    host, _, path = image.partition("/")
    if "." not in host and ":" not in host:
        host, path = DOCKER_HUB, image if "/" in image else f"library/{image}"
    scheme = "http" if host.partition(":")[0] in ("localhost", "127.0.0.1") else "https"
    return f"{scheme}://{host}/v2/{path}/manifests/{tag}"


def digest_of(image: str, tag: str) -> str:
    """What a tag stands for now. Raises OSError where the registry does not say."""
    request = urllib.request.Request(url_of(image, tag), method="HEAD", headers={"accept": MANIFESTS})
    try:
        answer = urllib.request.urlopen(request, timeout=SECONDS)
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise
        request.add_header("authorization", f"Bearer {_token(error.headers['www-authenticate'])}")
        answer = urllib.request.urlopen(request, timeout=SECONDS)
    digest: str = answer.headers["docker-content-digest"]
    return digest


def _token(challenge: str) -> str:
    """The token that a registry wants from anybody."""
    fields = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    query = urllib.parse.urlencode({name: fields[name] for name in ("service", "scope") if name in fields})
    with urllib.request.urlopen(f"{fields['realm']}?{query}", timeout=SECONDS) as answer:
        told = json.load(answer)
    return str(told.get("token") or told["access_token"])


def pin(text: str) -> str:
    """A kustomization with the digests of its images."""

    def entry(match: re.Match[str]) -> str:
        fields = dict(field.split(": ", 1) for field in match["fields"].split(", "))
        fields["digest"] = digest_of(fields.get("newName", fields["name"]), fields["newTag"])
        return f"{match['indent']}{{ {', '.join(f'{name}: {value}' for name, value in fields.items())} }}"

    return ENTRY.sub(entry, text)


def main() -> None:
    """Pin the images of the file that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("python deploy/pin.py deploy/overlays/prod/images/kustomization.yaml")
    file = Path(sys.argv[1])
    try:
        file.write_text(pin(file.read_text()))
    except OSError as error:
        sys.exit(f"{file} stays as it is: {error}")


if __name__ == "__main__":
    main()
