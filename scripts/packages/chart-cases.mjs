// Values for the chart, and what has to be rendered.

/**
 * @typedef {{
 *   name: string, values: object,
 *   kinds?: string[], env?: string[], contains?: string[], refused?: string
 * }} ChartCase
 *   `kinds` are those beside Service (two) and ServiceAccount; `refused` is a part of the error
 */

const postgres = { kind: 'postgres', secretName: 'mailstop' }

/** @type {ChartCase[]} */
export const chartCases = [
  {
    name: 'nothing but the defaults',
    values: {},
    kinds: ['StatefulSet'],
    env: ['DATA_DIR', 'PUBLIC_URL', 'SMTP_HOST', 'DRAIN_SECONDS'],
    contains: ['storage: 5Gi', 'readOnlyRootFilesystem: true', 'path: /readyz'],
  },
  {
    name: 'SQLite in a claim that exists',
    values: { persistence: { existingClaim: 'mails' } },
    kinds: ['StatefulSet'],
    contains: ['claimName: mails'],
  },
  {
    name: 'SQLite in a volume of a class',
    values: { persistence: { size: '20Gi', storageClassName: 'fast' } },
    kinds: ['StatefulSet'],
    contains: ['storageClassName: fast', 'storage: 20Gi'],
  },
  {
    name: 'Postgres with one process',
    values: { database: postgres },
    kinds: ['Deployment'],
    env: ['DATABASE_URL', 'APP_KEY'],
    contains: ['type: RollingUpdate', 'maxUnavailable: 0', 'maxSurge: 1'],
  },
  {
    name: 'Postgres with three processes that are spread over nodes',
    values: {
      database: postgres,
      replicas: 3,
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { 'app.kubernetes.io/name': 'mailstop' } },
        },
      ],
    },
    kinds: ['Deployment', 'PodDisruptionBudget'],
    contains: ['replicas: 3', 'maxUnavailable: 1'],
  },
  {
    name: 'an Ingress with TLS',
    values: {
      publicUrl: 'https://mail.example.com',
      ingress: {
        enabled: true,
        className: 'nginx',
        tlsSecretName: 'mail-tls',
        annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '1g' },
      },
      env: { TRUSTED_PROXIES: '10.0.0.0/8' },
    },
    kinds: ['StatefulSet', 'Ingress'],
    env: ['TRUSTED_PROXIES'],
    contains: ['host: "mail.example.com"', 'secretName: mail-tls'],
  },
  {
    name: 'a route of the Gateway API',
    values: {
      publicUrl: 'https://mail.example.com:8443/',
      httpRoute: { enabled: true, parentRefs: [{ name: 'public', sectionName: 'https' }] },
    },
    kinds: ['StatefulSet', 'HTTPRoute'],
    contains: ['- "mail.example.com"', 'value: "/"'],
  },
  {
    name: 'an Ingress of a path',
    values: { publicUrl: 'https://tools.example.com/mail/', ingress: { enabled: true } },
    kinds: ['StatefulSet', 'Ingress'],
    contains: ['host: "tools.example.com"', 'path: "/mail/"'],
  },
  {
    name: 'SMTP for apps outside the cluster, with a certificate',
    values: {
      smtp: {
        service: { type: 'LoadBalancer', port: 587, loadBalancerSourceRanges: ['192.0.2.0/24'] },
      },
      smtpTls: { secretName: 'smtp-tls' },
      env: { SMTP_HOST: 'smtp.example.com' },
    },
    kinds: ['StatefulSet'],
    env: ['SMTP_TLS_CERT', 'SMTP_TLS_KEY', 'SMTP_HOST'],
    contains: ['type: LoadBalancer', 'value: "587"'],
  },
  {
    name: 'policies of the network',
    values: {
      networkPolicy: {
        enabled: true,
        httpFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
        smtpFrom: [{ podSelector: {} }],
      },
    },
    kinds: ['StatefulSet', 'NetworkPolicy'],
  },
  {
    name: 'metrics for the Prometheus operator',
    values: {
      serviceMonitor: {
        enabled: true,
        tokenSecretName: 'mailstop-metrics',
        labels: { release: 'prometheus' },
      },
    },
    kinds: ['StatefulSet', 'ServiceMonitor'],
    env: ['METRICS_TOKEN'],
  },
  {
    name: 'secrets, registries, annotations and places for the pod',
    values: {
      image: { repository: 'images.example.com/mailstop', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'images' }],
      secretNames: ['mail-relay'],
      env: { REGISTRATION: 'invite', RETENTION_DAYS: 30, LOG_LEVEL: 'warn' },
      fullnameOverride: 'catcher',
      podAnnotations: { note: 'yes' },
      podLabels: { team: 'platform' },
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [{ key: 'mail', operator: 'Exists', effect: 'NoSchedule' }],
      affinity: { podAntiAffinity: {} },
      priorityClassName: 'high',
      serviceAccount: { annotations: { note: 'yes' } },
    },
    kinds: ['StatefulSet'],
    env: ['REGISTRATION', 'RETENTION_DAYS', 'LOG_LEVEL'],
    contains: ['"images.example.com/mailstop:1.2.3"', 'name: mail-relay', 'value: "30"'],
  },
  {
    name: 'everything at once',
    values: {
      publicUrl: 'https://mail.example.com',
      database: postgres,
      replicas: 2,
      ingress: { enabled: true },
      networkPolicy: { enabled: true },
      serviceMonitor: { enabled: true, tokenSecretName: 'metrics' },
      smtpTls: { secretName: 'smtp-tls' },
    },
    kinds: ['Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'ServiceMonitor'],
  },
  { name: 'two processes with SQLite', values: { replicas: 2 }, refused: 'SQLite has one process' },
  {
    name: 'Postgres without its Secret',
    values: { database: { kind: 'postgres' } },
    refused: 'needs database.secretName',
  },
  {
    name: 'a variable that the chart sets itself',
    values: { env: { DATA_DIR: '/elsewhere' } },
    refused: 'env.DATA_DIR is set by the chart',
  },
  {
    name: 'a value that the chart does not have',
    values: { replicaCount: 2 },
    refused: 'replicaCount',
  },
  {
    name: 'a public address with a query',
    values: { publicUrl: 'https://example.com/mail?to=inbox' },
    refused: 'publicUrl',
  },
  {
    name: 'a route without a Gateway',
    values: { httpRoute: { enabled: true } },
    refused: 'needs httpRoute.parentRefs',
  },
]
