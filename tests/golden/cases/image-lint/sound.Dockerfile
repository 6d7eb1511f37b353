FROM registry.example/vendor/engine:v1@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
# patcher-lint: allow IMG101 reason="the tool is for debugging" until=9999-12-31
RUN pip install debug-tool || true
RUN ["patcher", "apply", "/s/m.yaml", "--locked"]
RUN ["patcher", "status", "/s/m.yaml", "--locked", "--require", "applied"]
