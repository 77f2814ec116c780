# One image for every service: the command says which.
FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /venv
COPY pyproject.toml setup.py requirements.lock README.md LICENSE ./
COPY engine engine
COPY services services
COPY docs/schemas docs/schemas
RUN /venv/bin/python services/gateway/web/build.py
RUN /venv/bin/pip install --no-cache-dir --constraint requirements.lock .

FROM python:3.12-slim
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin westmarch \
 && install -d -o westmarch /data /tmp/metrics
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 \
    WESTMARCH_HOST=0.0.0.0 WESTMARCH_PORT=7700 WESTMARCH_METRICS_PORT=9100 WESTMARCH_HEALTH_PORT=9101
USER 10001
WORKDIR /data
EXPOSE 7700 9100
ENTRYPOINT ["python", "-m"]
CMD ["services.engine"]
