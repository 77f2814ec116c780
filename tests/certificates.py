"""Certificates for tests of TLS."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def certificate(folder: Path, name: str, issuer=None) -> tuple[Path, Path, tuple]:
    """A key and a certificate for 127.0.0.1, signed by the issuer or by itself; strict enough for Python 3.13."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    signer_name, signer_key = issuer or (subject, key)
    own_key_id = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    signer_key_id = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer_key.public_key())
    uses = ("digital_signature", "key_cert_sign", "crl_sign") if issuer is None else ("digital_signature",)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signer_name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), True)
        .add_extension(_key_usage(uses), True)
        .add_extension(own_key_id, False)
        .add_extension(signer_key_id, False)
        .sign(signer_key, hashes.SHA256())
    )
    cert_file, key_file = folder / f"{name}.pem", folder / f"{name}.key"
    cert_file.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    encoding = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    key_file.write_bytes(key.private_bytes(*encoding))
    return cert_file, key_file, (subject, key)


def _key_usage(uses: tuple[str, ...]) -> x509.KeyUsage:
    """What a key is for, and nothing else."""
    names = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    more = ("key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: name in uses for name in (*names, *more)})
